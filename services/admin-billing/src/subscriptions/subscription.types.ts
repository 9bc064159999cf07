import type { Id } from '@wp/kernel'
import type { PlatformDoc } from '@wp/mongo'
import type { InvoiceAddition } from './subscription.contract.ts'

export type StoredAddition = Omit<InvoiceAddition, 'createdAt' | 'total'> & { createdAt: Date }

/** One for each workspace; its id is the workspace id. */
export type SubscriptionRecord = {
  version: number
  planId: Id
  subscriptionEndDate: Date | null
  /** The day of the month (UTC) on which renewals end, unless the month is shorter; null when there is no end. */
  renewalDay: number | null
  discountPercentage: number | null
  additionalStorageMB: number
  invoiceAdditions: StoredAddition[]
  workspaceVersion: number
  name: string | null
  email: string
  businessCategorySlug: string
  marketingOptIn: boolean
  searchKeys: string[]
  /** Whether the counters count this subscription as active. */
  isCounted: boolean
  /** Keys of announcements already made; see `announcementKey`. */
  announced: string[]
  /** When the next announcement is due; null when nothing is left to announce. */
  announceAt: Date | null
}
export type StoredSubscription = PlatformDoc<SubscriptionRecord>

export type SubscriptionEnd = Pick<SubscriptionRecord, 'subscriptionEndDate' | 'renewalDay'>

/** Fields copied from identity's workspace, for display, search and the category's discount. */
export type WorkspaceCopy = Pick<
  SubscriptionRecord,
  'workspaceVersion' | 'name' | 'email' | 'businessCategorySlug' | 'marketingOptIn' | 'searchKeys'
>

/** Fields that an admin can change. */
export type SubscriptionChanges = Partial<
  Pick<
    SubscriptionRecord,
    | 'planId'
    | 'subscriptionEndDate'
    | 'renewalDay'
    | 'discountPercentage'
    | 'additionalStorageMB'
    | 'invoiceAdditions'
  >
>

/** Fields derived from the others. */
export type DerivedFields = Pick<SubscriptionRecord, 'isCounted' | 'announceAt'>
