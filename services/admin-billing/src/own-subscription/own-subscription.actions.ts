import { iso } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { toPlanLimits, translatePlan } from '../plans/plan.rules.ts'
import { getQuotaUse } from '../quotas/quota.actions.ts'
import type { QuotaDeps } from '../quotas/quota.actions.ts'
import { quoteRenewal } from '../renewals/renewal.actions.ts'
import { effectiveDiscount, findPrice, periods } from '../renewals/renewal.rules.ts'
import { toRenewalQuote } from '../renewals/renewal.view.ts'
import { getSubscription } from '../subscriptions/subscription.actions.ts'
import { isActive } from '../subscriptions/subscription.rules.ts'
import { toSubscriptionState } from '../subscriptions/subscription.view.ts'
import type { OwnStorage, OwnSubscription } from './own-subscription.contract.ts'

type OwnSubscriptionDeps = QuotaDeps & Pick<AdminBillingDeps, 'categories'>

export const getOwnSubscription = async (
  deps: OwnSubscriptionDeps,
  workspaceId: Id,
  locale: string | undefined,
): Promise<OwnSubscription> => {
  const subscription = await getSubscription(deps, workspaceId)
  const plan = await deps.plans.getIncludingRemoved(subscription.planId)
  const category = await deps.categories.find(subscription.businessCategorySlug)
  const discount = effectiveDiscount(subscription.discountPercentage, category?.discountPercentage)
  const period = periods.find((candidate) => findPrice(plan, candidate) !== null)
  const { limits } = toSubscriptionState(subscription, plan)
  return {
    workspaceId,
    plan: translatePlan(plan, locale),
    isActive: isActive(subscription, deps.clock.now()),
    subscriptionEndDate: subscription.subscriptionEndDate && iso(subscription.subscriptionEndDate),
    discountPercentage: discount === 0 ? null : discount,
    limits: { maxStaff: limits.maxStaff, storageMB: limits.storageMb },
    staffUsed: (await getQuotaUse(deps, workspaceId, 'staff')).used,
    nextRenewal: period ? toRenewalQuote((await quoteRenewal(deps, subscription, period)).quote) : null,
  }
}

export const getOwnStorage = async (deps: QuotaDeps, workspaceId: Id): Promise<OwnStorage> => {
  const subscription = await getSubscription(deps, workspaceId)
  const plan = await deps.plans.getIncludingRemoved(subscription.planId)
  const { used, limit, services } = await getQuotaUse(deps, workspaceId, 'storage')
  return {
    quotaBytes: limit,
    usedBytes: used,
    planStorageMB: toPlanLimits(plan).storageMb,
    additionalStorageMB: subscription.additionalStorageMB,
    services,
  }
}
