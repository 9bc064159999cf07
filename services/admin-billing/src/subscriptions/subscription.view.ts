import { fromMinor, iso, multiplyToMinor, withIsoTimes } from '@wp/kernel'
import type { SubscriptionState } from '@wp/workspaces'
import { currency } from '../money/money.contract.ts'
import { toPlanLimits } from '../plans/plan.rules.ts'
import type { StoredPlan } from '../plans/plan.store.ts'
import type { AdminWorkspace, InvoiceAddition, PublicSubscription } from './subscription.contract.ts'
import { isActive } from './subscription.rules.ts'
import type { StoredAddition, StoredSubscription } from './subscription.types.ts'

export const toAdminWorkspace = (stored: StoredSubscription, plan: StoredPlan): AdminWorkspace => ({
  ...withIsoTimes(stored),
  name: stored.name ?? stored.email,
  plan,
  invoiceAdditions: stored.invoiceAdditions.map(toInvoiceAddition),
})

export const toInvoiceAddition = (addition: StoredAddition): InvoiceAddition => ({
  ...withIsoTimes(addition),
  total: fromMinor(multiplyToMinor(addition.quantity, addition.unitPrice, currency), currency),
})

/** Returns the subscription as other services see it, with extra storage added to the plan's storage. */
export const toSubscriptionState = (
  subscription: StoredSubscription,
  plan: StoredPlan,
): SubscriptionState => {
  const { maxStaff, storageMb } = toPlanLimits(plan)
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

/** Converts the subscription for gRPC, where an absent field means null. */
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

/** Returns the subscription as public events show it. */
export const toPublicSubscription = (
  subscription: StoredSubscription,
  plan: StoredPlan,
  now: Date,
): PublicSubscription => {
  const { limits, subscriptionEndDate } = toSubscriptionState(subscription, plan)
  return {
    id: subscription.id,
    workspaceId: subscription.id,
    plan,
    isActive: isActive(subscription, now),
    subscriptionEndDate,
    limits: { maxStaff: limits.maxStaff, storageMB: limits.storageMb },
  }
}
