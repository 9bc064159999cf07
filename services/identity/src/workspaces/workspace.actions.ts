import type { WorkspacePrincipal } from '@wp/auth'
import type { Id } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { requireActiveCategory } from './business-category.actions.ts'
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
