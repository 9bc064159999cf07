import { fromMinor, iso, withIsoTimes } from '@wp/kernel'
import type { SubscriptionState } from '@wp/workspaces'
import { currency } from '../money/currency.rules.ts'
import { limitsOf } from '../plans/plan.rules.ts'
import type { FlagFault } from '../plans/plan.rules.ts'
import type { StoredPlan } from '../plans/plan.store.ts'
import type { AdminWorkspace, InvoiceAddition } from './subscription.contract.ts'
import { additionCents } from './subscription.rules.ts'
import type { StoredAddition, StoredSubscription } from './subscription.store.ts'

/** The specification's admin view of a workspace. */
export const toAdminWorkspace = (stored: StoredSubscription, plan: StoredPlan): AdminWorkspace => ({
  ...withIsoTimes(stored),
  plan,
  invoiceAdditions: stored.invoiceAdditions.map(toInvoiceAddition),
})

/** An addition as callers see it, its total computed. */
export const toInvoiceAddition = (addition: StoredAddition): InvoiceAddition => ({
  ...withIsoTimes(addition),
  total: fromMinor(additionCents(addition), currency),
})

/** The subscription as other services are told of it; extra storage counts on top of the plan's. */
export const toSubscriptionState = (
  subscription: StoredSubscription,
  plan: StoredPlan,
  onFault?: FlagFault,
): SubscriptionState => {
  const { maxStaff, storageMb } = limitsOf(plan, onFault)
  return {
    workspaceId: subscription.id,
    version: subscription.version,
    planId: plan.id,
    planSlug: plan.slug,
    subscriptionEndDate: subscription.subscriptionEndDate && iso(subscription.subscriptionEndDate),
    discountPercentage: subscription.discountPercentage,
    additionalStorageMB: subscription.additionalStorageMB,
    limits: { maxStaff, storageMb: storageMb === null ? null : storageMb + subscription.additionalStorageMB },
  }
}

/** The same for those who ask over gRPC, where absent means null. */
export const toSubscriptionReply = (subscription: StoredSubscription, plan: StoredPlan) => {
  const { subscriptionEndDate, discountPercentage, additionalStorageMB, limits, ...state } =
    toSubscriptionState(subscription, plan)
  return {
    ...state,
    subscriptionEndDate: subscriptionEndDate ?? undefined,
    discountPercentage: discountPercentage ?? undefined,
    additionalStorageMb: additionalStorageMB,
    limits: { maxStaff: limits.maxStaff ?? undefined, storageMb: limits.storageMb ?? undefined },
  }
}
