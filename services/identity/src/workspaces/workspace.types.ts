import type { Id } from '@wp/kernel'
import type { PlatformDoc } from '@wp/mongo'
import type { WorkingHours } from '@wp/workspaces'
import type { WorkspaceSettings } from './workspace.contract.ts'

/**
 * `planId` is the plan chosen at signup. `subscription` is a copy of admin-billing's: version 0 comes from signup, later
 * versions from its events.
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
  settings: WorkspaceSettings
  workingHours: WorkingHours | null
  subscription: {
    version: number
    planId: Id
    subscriptionEndDate: Date | null
    discountPercentage: number | null
  }
}
export type SubscriptionCopy = WorkspaceRecord['subscription']
export type StoredWorkspace = PlatformDoc<WorkspaceRecord>
