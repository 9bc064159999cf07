import { iso } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import type { WorkspaceState } from '@wp/workspaces'
import type { StoredWorkspace } from './workspace.types.ts'
import { toBusinessDetails } from './workspace.view.ts'

export const publishWorkspaceCreated = (tx: Tx, workspace: StoredWorkspace): void => {
  const end = workspace.subscription.subscriptionEndDate
  const data = { workspace: toState(workspace), subscriptionEndDate: end && iso(end) }
  tx.publish(WorkspaceCreated, { workspaceId: workspace.id, data })
}

export const publishWorkspaceChanged = (tx: Tx, workspace: StoredWorkspace): void =>
  tx.publish(WorkspaceUpdated, { workspaceId: workspace.id, data: { workspace: toState(workspace) } })

const toState = (workspace: StoredWorkspace): WorkspaceState => ({
  id: workspace.id,
  version: workspace.version,
  name: workspace.name,
  slogan: workspace.slogan,
  email: workspace.email,
  phone: workspace.phone,
  phoneVerified: workspace.phoneVerified,
  businessCategorySlug: workspace.businessCategorySlug,
  marketingOptIn: workspace.marketingOptIn,
  planId: workspace.planId,
  ownerAccountId: workspace.ownerAccountId,
  ...toBusinessDetails(workspace),
  workingHours: workspace.workingHours,
  createdAt: iso(workspace.createdAt),
})
