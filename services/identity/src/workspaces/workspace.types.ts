import type { Id } from '@wp/kernel'
import type { PlatformDoc } from '@wp/mongo'
import type { Business, TaxRate, WorkingHours } from '@wp/workspaces'
import type { WorkspaceSettings } from './workspace.contract.ts'

/**
 * `planId` is the plan chosen at signup. `subscription` is a copy of the subscription in admin-billing: version 0 is
 * set at signup, and later versions come from its events.
 */
export type WorkspaceRecord = {
  version: number
  ownerAccountId: Id
  name: string | null
  slogan: string | null
  email: string
  phone: string
  phoneVerified: boolean
  planId: Id
  businessCategorySlug: string
  marketingOptIn: boolean
  settings: Omit<WorkspaceSettings, 'enforceWorkingHours' | 'reminders'> &
    Partial<Pick<WorkspaceSettings, 'enforceWorkingHours' | 'reminders'>>
  /** Missing, like the next two fields, in workspaces that never set it. */
  business?: Partial<Business>
  /** Null or empty means the members' language. */
  languages?: string[] | null
  taxRates?: TaxRate[]
  workingHours: WorkingHours | null
  subscription: {
    version: number
    planId: Id
    subscriptionEndDate: Date | null
    discountPercentage: number | null
  }
  /** When the workspace was last locked by a change that counts its records. */
  lockedAt?: Date | null
}
export type SubscriptionCopy = WorkspaceRecord['subscription']
export type StoredWorkspace = PlatformDoc<WorkspaceRecord>
