import { reply } from '@wp/http'
import type { Id } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import * as routes from './comment.contract.ts'
import { publishTaskCommentAdded } from './comment.events.ts'
import { checkAuthor } from './comment.rules.ts'
import { toComment } from './comment.view.ts'

type CommentDeps = Pick<SchedulingDeps, 'db' | 'tasks' | 'comments' | 'staff'>

export const commentHandlers = ({ db, tasks, comments, staff }: CommentDeps) => {
  const checkTask = async (workspaceId: Id, staffId: Id, taskId: Id): Promise<void> => {
    await staff.get(workspaceId, staffId)
    await tasks.getOfStaff(workspaceId, staffId, taskId)
  }

  return [
    handle(routes.listTaskComments, async ({ workspaceId, params: { staffId, taskId }, query }) => {
      await checkTask(workspaceId, staffId, taskId)
      const { items, pagination } = await comments.list(workspaceId, taskId, query)
      return reply(200, { comments: items.map(toComment), pagination })
    }),

    handle(
      routes.createTaskComment,
      async ({ workspaceId, principal, params: { staffId, taskId }, body }) => {
        await checkTask(workspaceId, staffId, taskId)
        const author = body.authorType === 'staff' ? await staff.find(workspaceId, body.authorId) : null
        checkAuthor(body, principal, author !== null)
        const comment = await db.transaction(async (tx) => {
          const created = await comments.insert(workspaceId, { authorAvatarUrl: null, ...body, taskId })
          publishTaskCommentAdded(tx, created)
          return created
        })
        return reply(201, { comment: toComment(comment) })
      },
    ),
  ]
}
