import type { WorkspaceState } from '@wp/workspaces'
import { iso } from '@wp/kernel'
import type { Workspace } from './workspace.contract.ts'
import type { StoredWorkspace, WorkspaceSettings } from './workspace.store.ts'

export const defaultSettings: WorkspaceSettings = {
  preventOverlap: false,
  blockHolidays: false,
  timeZone: 'UTC',
  currencyCode: 'USD',
  locale: 'en',
}

/** The specification's view; plan and discount are those of the subscription once admin-billing has told of it. */
export const shownWorkspace = (workspace: StoredWorkspace): Workspace => ({
  ...workspace,
  requirePhoneVerification: !workspace.phoneVerified,
  planId: workspace.subscription?.planId ?? workspace.planId,
  discountPercentage: workspace.subscription?.discountPercentage ?? null,
})

/** The workspace as other services are told of it. */
export const workspaceState = (workspace: StoredWorkspace): WorkspaceState => ({
  ...workspace,
  createdAt: iso(workspace.createdAt),
})
