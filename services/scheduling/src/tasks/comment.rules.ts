import { AppError, invalid } from '@wp/kernel'
import type { WorkspacePrincipal } from '@wp/auth'
import type { NewComment } from './comment.contract.ts'

type Author = Pick<NewComment, 'authorId' | 'authorType'>
type Caller = Pick<WorkspacePrincipal, 'role' | 'staffId' | 'workspaceId'>

/**
 * Nobody writes in another's name: owners for the workspace (its id), staff for themselves. Throws 403 for somebody
 * else who exists, 422 for an author that does not.
 */
export const checkAuthor = ({ authorId, authorType }: Author, caller: Caller, isStaffHere: boolean): void => {
  if (authorType === 'workspace') {
    if (caller.role !== 'owner') throw new AppError('FORBIDDEN', 'Only an owner comments for the workspace')
    if (authorId !== caller.workspaceId) throw invalid('authorId', 'must be the id of the workspace')
    return
  }
  if (authorId === caller.staffId) return
  if (isStaffHere)
    throw new AppError('FORBIDDEN', 'A comment is written in the own name only: authorId must be yours')
  throw invalid('authorId', 'is of nobody on the staff of this workspace: use your own staff id')
}
