import type { WorkspaceView } from '@wp/http'
import { iso } from '@wp/kernel'
import type { Workspace } from './workspace.contract.ts'
import type { StoredWorkspace } from './workspace.types.ts'

/** Takes the plan, end date and discount from the copy of the subscription. */
export const toWorkspace = (workspace: StoredWorkspace): Workspace => ({
  ...workspace,
  requirePhoneVerification: !workspace.phoneVerified,
  planId: workspace.subscription.planId,
  discountPercentage: workspace.subscription.discountPercentage,
  subscriptionEndDate:
    workspace.subscription.subscriptionEndDate && iso(workspace.subscription.subscriptionEndDate),
})

/** Used for access checks; other services use their workspace copies instead. */
export const toWorkspaceView = (workspace: StoredWorkspace): WorkspaceView => ({
  ...workspace,
  subscriptionEndDate: workspace.subscription.subscriptionEndDate,
})
