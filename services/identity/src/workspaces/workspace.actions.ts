import type { WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import type { WorkspaceChanges } from './workspace.contract.ts'
import { publishWorkspaceChanged } from './workspace.events.ts'
import { toFieldChanges } from './workspace.rules.ts'
import type { StoredWorkspace } from './workspace.types.ts'

export type WorkspaceDeps = Pick<IdentityDeps, 'db' | 'workspaces' | 'billing' | 'audit'>

export const updateWorkspace = async (
  { db, workspaces, billing, audit }: WorkspaceDeps,
  workspaceId: Id,
  body: WorkspaceChanges,
  principal: WorkspacePrincipal,
): Promise<StoredWorkspace> => {
  if (body.businessCategorySlug !== undefined)
    await requireActiveCategory({ billing }, body.businessCategorySlug)
  return db.transaction(async (tx) => {
    const changes = toFieldChanges(body, await workspaces.get(workspaceId))
    const workspace = await workspaces.update(workspaceId, changes)
    publishWorkspaceChanged(tx, workspace)
    await audit.recordBy(principal, 'workspace.updated', 'workspace', workspaceId)
    return workspace
  })
}

/** Throws CATEGORY_INACTIVE unless the category is active in admin-billing, which owns categories. */
export const requireActiveCategory = async (
  { billing }: Pick<IdentityDeps, 'billing'>,
  slug: string,
): Promise<void> => {
  const { category } = await billing.getActiveCategory({ slug })
  if (category) return
  throw new AppError(
    'CATEGORY_INACTIVE',
    'The business category must be active; GET /public/business-categories lists the active ones',
    { details: [{ path: 'businessCategorySlug', message: 'must be an active business category' }] },
  )
}
