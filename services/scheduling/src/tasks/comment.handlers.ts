import { reply } from '@wp/http'
import type { Id } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { createComment } from './comment.actions.ts'
import * as routes from './comment.contract.ts'
import { toComment } from './comment.view.ts'

type CommentDeps = Pick<SchedulingDeps, 'db' | 'tasks' | 'comments' | 'staff'>

export const commentHandlers = (deps: CommentDeps) => {
  const { tasks, comments, staff } = deps
  const checkStaffTask = async (workspaceId: Id, staffId: Id, taskId: Id): Promise<void> => {
    await staff.get(workspaceId, staffId)
    await tasks.getOfStaff(workspaceId, staffId, taskId)
  }

  return [
    handle(routes.listComments, async ({ workspaceId, params: { taskId }, query }) => {
      await tasks.get(workspaceId, taskId)
      const { items, pagination } = await comments.list(workspaceId, taskId, query)
      return reply(200, { comments: items.map(toComment), pagination })
    }),

    handle(routes.createComment, async ({ workspaceId, principal, params: { taskId }, body }) => {
      await tasks.get(workspaceId, taskId)
      return reply(201, { comment: toComment(await createComment(deps, principal, taskId, body)) })
    }),

    handle(routes.listTaskComments, async ({ workspaceId, params: { staffId, taskId }, query }) => {
      await checkStaffTask(workspaceId, staffId, taskId)
      const { items, pagination } = await comments.list(workspaceId, taskId, query)
      return reply(200, { comments: items.map(toComment), pagination })
    }),

    handle(
      routes.createTaskComment,
      async ({ workspaceId, principal, params: { staffId, taskId }, body }) => {
        await checkStaffTask(workspaceId, staffId, taskId)
        return reply(201, { comment: toComment(await createComment(deps, principal, taskId, body)) })
      },
    ),
  ]
}
