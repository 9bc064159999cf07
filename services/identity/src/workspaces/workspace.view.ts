import type { WorkspaceView } from '@wp/http'
import { iso } from '@wp/kernel'
import { defaultReminders, noBusiness } from '@wp/workspaces'
import type { Workspace } from './workspace.contract.ts'
import type { StoredWorkspace } from './workspace.types.ts'

/** Takes the plan, end date and discount from the copy of the subscription. */
export const toWorkspace = (workspace: StoredWorkspace): Workspace => ({
  ...workspace,
  ...toBusinessDetails(workspace),
  requirePhoneVerification: !workspace.phoneVerified,
  planId: workspace.subscription.planId,
  discountPercentage: workspace.subscription.discountPercentage,
  subscriptionEndDate:
    workspace.subscription.subscriptionEndDate && iso(workspace.subscription.subscriptionEndDate),
})

/** Returns settings and business details with the defaults of those that were never set. */
export const toBusinessDetails = ({ settings, business, languages, taxRates }: StoredWorkspace) => ({
  settings: {
    ...settings,
    enforceWorkingHours: settings.enforceWorkingHours ?? false,
    reminders: settings.reminders ?? [...defaultReminders],
  },
  business: { ...noBusiness, ...business },
  languages: languages && languages.length > 0 ? languages : [settings.locale],
  taxRates: taxRates ?? [],
})

/** Used for access checks; other services use their workspace copies instead. */
export const toWorkspaceView = (workspace: StoredWorkspace): WorkspaceView => ({
  ...workspace,
  subscriptionEndDate: workspace.subscription.subscriptionEndDate,
})
