import { AppError, invalid } from '@wp/kernel'
import type { WorkspacePrincipal } from '@wp/auth'
import type { NewComment } from './comment.contract.ts'

type Author = Pick<NewComment, 'authorId' | 'authorType'>
type Caller = Pick<WorkspacePrincipal, 'role' | 'staffId' | 'workspaceId'>

/**
 * Owners comment as the workspace (its id), staff as themselves. Throws 403 when the author is someone else and 422
 * when the author id is unknown.
 */
export const checkAuthor = ({ authorId, authorType }: Author, caller: Caller, isStaffHere: boolean): void => {
  if (authorType === 'workspace') {
    if (caller.role !== 'owner') throw new AppError('FORBIDDEN', 'Only an owner can comment as the workspace')
    if (authorId !== caller.workspaceId) throw invalid('authorId', 'must be the workspace id')
    return
  }
  if (authorId === caller.staffId) return
  if (isStaffHere) throw new AppError('FORBIDDEN', 'You can only comment as yourself')
  throw invalid('authorId', 'must be your own staff id')
}
