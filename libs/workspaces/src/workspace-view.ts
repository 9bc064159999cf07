import type { WorkspaceView } from '@wp/http'
import { noBusiness } from './business.ts'
import type { Business, TaxRate } from './business.ts'
import { defaultReminders } from './reminders.ts'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'

/** A service's copy of a workspace. */
export type WorkspaceCopy = WorkspaceView &
  Readonly<Pick<WorkspaceState, 'version' | 'name' | 'workingHours'>> & {
    /** The owner's login, which customers never see; they see the address in `business`. */
    readonly email: string
    readonly settings: WorkspaceState['settings'] & { enforceWorkingHours: boolean; reminders: number[] }
    readonly business: Business
    /** The languages of customers; the first is the default. */
    readonly languages: readonly string[]
    readonly taxRates: readonly TaxRate[]
  }

/** A workspace with selected fields of its copy, for a service's handlers. */
export type WorkspaceWith<Fields extends keyof WorkspaceCopy> = WorkspaceView & Pick<WorkspaceCopy, Fields>

/** States from older versions have no business details, languages or tax rates. */
export const toWorkspaceCopy = (
  workspace: WorkspaceState,
  subscription: SubscriptionState | null,
): WorkspaceCopy => ({
  id: workspace.id,
  version: workspace.version,
  name: workspace.name,
  email: workspace.email,
  settings: { enforceWorkingHours: false, reminders: [...defaultReminders], ...workspace.settings },
  workingHours: workspace.workingHours,
  business: workspace.business ?? noBusiness,
  languages: workspace.languages ?? [workspace.settings.locale],
  taxRates: workspace.taxRates ?? [],
  subscriptionEndDate: subscription?.subscriptionEndDate ? new Date(subscription.subscriptionEndDate) : null,
})
