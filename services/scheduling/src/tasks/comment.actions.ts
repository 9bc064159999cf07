import type { WorkspacePrincipal } from '@wp/auth'
import type { Id } from '@wp/kernel'
import type { SchedulingDeps } from '../deps.ts'
import type { NewComment } from './comment.contract.ts'
import { publishTaskCommentAdded } from './comment.events.ts'
import { checkAuthor } from './comment.rules.ts'
import type { StoredComment } from './comment.store.ts'

/** Adds a comment on behalf of the caller. */
export const createComment = async (
  { db, comments, staff }: Pick<SchedulingDeps, 'db' | 'comments' | 'staff'>,
  principal: WorkspacePrincipal,
  taskId: Id,
  comment: NewComment,
): Promise<StoredComment> => {
  const { workspaceId } = principal
  const author = comment.authorType === 'staff' ? await staff.find(workspaceId, comment.authorId) : null
  checkAuthor(comment, principal, author !== null)
  return db.transaction(async (tx) => {
    const created = await comments.insert(workspaceId, { authorAvatarUrl: null, ...comment, taskId })
    publishTaskCommentAdded(tx, created)
    return created
  })
}
