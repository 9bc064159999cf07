import { iso } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { limitsOf } from '../plans/plan.rules.ts'
import { getQuotaUse } from '../quotas/quota.actions.ts'
import type { QuotaDeps } from '../quotas/quota.actions.ts'
import { quoteRenewal } from '../renewals/renewal.actions.ts'
import { effectiveDiscount, periods, priceOf } from '../renewals/renewal.rules.ts'
import { toQuote } from '../renewals/renewal.view.ts'
import type { OwnStorage, OwnSubscription } from './my-subscription.contract.ts'
import { getSubscription } from './subscription.actions.ts'
import { isActive } from './subscription.rules.ts'
import { toSubscriptionState } from './subscription.view.ts'

type MySubscriptionDeps = QuotaDeps & Pick<AdminBillingDeps, 'categories'>

/** What an owner sees of the subscription: plan, end, limits, and what the next renewal costs. */
export const getOwnSubscription = async (
  deps: MySubscriptionDeps,
  workspaceId: Id,
): Promise<OwnSubscription> => {
  const subscription = await getSubscription(deps, workspaceId)
  const plan = await deps.plans.getOf(subscription)
  const category = await deps.categories.find(subscription.businessCategorySlug)
  const discount = effectiveDiscount(subscription.discountPercentage, category?.discountPercentage)
  const period = periods.find((candidate) => priceOf(plan, candidate) !== null)
  const { limits } = toSubscriptionState(subscription, plan)
  return {
    workspaceId,
    plan,
    isActive: isActive(subscription, deps.clock.now()),
    subscriptionEndDate: subscription.subscriptionEndDate && iso(subscription.subscriptionEndDate),
    discountPercentage: discount === 0 ? null : discount,
    limits: { maxStaff: limits.maxStaff, storageMB: limits.storageMb },
    staffUsed: (await getQuotaUse(deps, workspaceId, 'staff')).used,
    nextRenewal: period ? toQuote((await quoteRenewal(deps, subscription, period)).quote) : null,
  }
}

/** What an owner sees of the storage: how much may be stored, how much is, and by which service. */
export const getOwnStorage = async (deps: QuotaDeps, workspaceId: Id): Promise<OwnStorage> => {
  const subscription = await getSubscription(deps, workspaceId)
  const plan = await deps.plans.getOf(subscription)
  const { used, limit, services } = await getQuotaUse(deps, workspaceId, 'storage')
  return {
    quotaBytes: limit,
    usedBytes: used,
    planStorageMB: limitsOf(plan).storageMb,
    additionalStorageMB: subscription.additionalStorageMB,
    services,
  }
}
