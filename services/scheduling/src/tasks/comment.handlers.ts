import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import { TaskCommentAdded } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { createTaskComment, listTaskComments } from './comment.contract.ts'
import type { Comment } from './comment.contract.ts'
import { checkAuthor } from './comment.rules.ts'
import type { StoredComment } from './comment.store.ts'

export const commentHandlers = ({ db, tasks, comments, staff }: Scheduling) => [
  handle(listTaskComments, async ({ workspaceId, params: { staffId, taskId }, query }) => {
    await staff.get(workspaceId, staffId)
    await tasks.getOfStaff(workspaceId, staffId, taskId)
    const { items, pagination } = await comments.list(workspaceId, taskId, query)
    return reply(200, { comments: items.map(shown), pagination })
  }),

  handle(createTaskComment, async ({ workspaceId, principal, params: { staffId, taskId }, body }) => {
    await staff.get(workspaceId, staffId)
    await tasks.getOfStaff(workspaceId, staffId, taskId)
    const author = body.authorType === 'staff' ? await staff.find(workspaceId, body.authorId) : null
    checkAuthor(body, principal, author !== null)
    const comment = await db.transaction(async (tx) => {
      const { authorAvatarUrl = null } = body
      const created = shown(await comments.insert(workspaceId, { ...body, authorAvatarUrl, taskId }))
      tx.publish(TaskCommentAdded, { workspaceId, data: { taskId, comment: created } })
      return created
    })
    return reply(201, { comment })
  }),
]

const shown = ({ authorAvatarUrl, createdAt, ...comment }: StoredComment): Comment => ({
  ...comment,
  ...(authorAvatarUrl !== null && { authorAvatarUrl }),
  createdAt: iso(createdAt),
})
