import type { WorkspacePrincipal } from '@wp/auth'
import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { ServiceDeps } from '../deps.ts'
import type { WorkspaceChanges } from './workspace.contract.ts'
import { publishWorkspaceChanged } from './workspace.events.ts'
import { toFieldChanges } from './workspace.rules.ts'
import type { StoredWorkspace } from './workspace.types.ts'

export const updateWorkspace = async (
  deps: ServiceDeps,
  workspaceId: Id,
  body: WorkspaceChanges,
  principal: WorkspacePrincipal,
): Promise<StoredWorkspace> => {
  if (body.businessCategorySlug !== undefined) await requireActiveCategory(deps, body.businessCategorySlug)
  return deps.db.transaction(async (tx) => {
    const changes = toFieldChanges(body, await deps.workspaces.get(workspaceId))
    const workspace = await deps.workspaces.update(workspaceId, changes)
    publishWorkspaceChanged(tx, workspace)
    await deps.audit.recordBy(principal, 'workspace.updated', 'workspace', workspaceId)
    return workspace
  })
}

/** Throws CATEGORY_INACTIVE unless the category is active in admin-billing, which owns categories. */
export const requireActiveCategory = async ({ billing }: ServiceDeps, slug: string): Promise<void> => {
  const { category } = await billing.getActiveCategory({ slug })
  if (category) return
  throw new AppError(
    'CATEGORY_INACTIVE',
    'The business category must be active; GET /public/business-categories lists the active ones',
    { details: [{ path: 'businessCategorySlug', message: 'must be an active business category' }] },
  )
}
