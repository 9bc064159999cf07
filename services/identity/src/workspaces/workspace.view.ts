import type { WorkspaceView } from '@wp/http'
import { iso } from '@wp/kernel'
import type { Workspace } from './workspace.contract.ts'
import type { StoredWorkspace } from './workspace.store.ts'

/** What callers see; plan, end and discount are admin-billing's, as last published. */
export const toWorkspace = (workspace: StoredWorkspace): Workspace => ({
  ...workspace,
  requirePhoneVerification: !workspace.phoneVerified,
  planId: workspace.subscription.planId,
  discountPercentage: workspace.subscription.discountPercentage,
  subscriptionEndDate:
    workspace.subscription.subscriptionEndDate && iso(workspace.subscription.subscriptionEndDate),
})

/** What routes need for access: identity asks itself, where other services ask their copy. */
export const toWorkspaceView = (workspace: StoredWorkspace): WorkspaceView => ({
  ...workspace,
  subscriptionEndDate: workspace.subscription.subscriptionEndDate,
})
