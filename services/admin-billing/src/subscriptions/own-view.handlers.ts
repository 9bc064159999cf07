import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import { limitsOf } from '../plans/plan.rules.ts'
import { effectiveDiscount, priceOf, shownQuote } from '../renewals/renewal.rules.ts'
import type { AdminBilling } from '../service.ts'
import { getOwnStorage, getOwnSubscription } from './own-view.contract.ts'
import { isActive, subscriptionState } from './subscription.rules.ts'

const periods = ['monthly', 'quarterly', 'semiannual', 'annual'] as const

export const ownViewHandlers = ({
  clock,
  directory,
  plans,
  categories,
  renewals,
  quotaBook,
}: AdminBilling) => [
  handle(getOwnSubscription, async ({ workspaceId }) => {
    const subscription = await directory.get(workspaceId)
    const plan = await plans.getOf(subscription)
    const category = await categories.find(subscription.businessCategorySlug)
    const period = periods.find((candidate) => priceOf(plan, candidate) !== null)
    const { limits } = subscriptionState(subscription, plan)
    const discount = effectiveDiscount(subscription.discountPercentage, category?.discountPercentage)
    return reply(200, {
      subscription: {
        workspaceId,
        plan,
        isActive: isActive(subscription, clock.now()),
        subscriptionEndDate: subscription.subscriptionEndDate && iso(subscription.subscriptionEndDate),
        discountPercentage: discount === 0 ? null : discount,
        limits: { maxStaff: limits.maxStaff, storageMB: limits.storageMb },
        staffUsed: (await quotaBook.useOf(workspaceId, 'staff')).used,
        nextRenewal: period ? shownQuote((await renewals.quote(subscription, period)).quote) : null,
      },
    })
  }),

  handle(getOwnStorage, async ({ workspaceId }) => {
    const subscription = await directory.get(workspaceId)
    const plan = await plans.getOf(subscription)
    const { used, limit, services } = await quotaBook.useOf(workspaceId, 'storage')
    return reply(200, {
      storage: {
        quotaBytes: limit,
        usedBytes: used,
        planStorageMB: limitsOf(plan).storageMb,
        additionalStorageMB: subscription.additionalStorageMB,
        services,
      },
    })
  }),
]
