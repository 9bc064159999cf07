import type { Id } from '@wp/kernel'
import { adminBillingService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { limitsOf } from '../plans/plan.rules.ts'
import { asQuota } from '../quotas/quota.rules.ts'
import { subscriptionState } from '../subscriptions/subscription.rules.ts'
import type { AdminBilling } from '../service.ts'

/** The subscription as others are given it over gRPC. */
export const getSubscription =
  ({ directory, plans }: Pick<AdminBilling, 'directory' | 'plans'>) =>
  async ({ workspaceId }: { workspaceId: Id }) => {
    const subscription = await directory.find(workspaceId)
    if (!subscription) return { subscription: null }
    const state = subscriptionState(subscription, await plans.getOf(subscription))
    const { maxStaff, storageMb } = state.limits
    return {
      subscription: {
        workspaceId,
        version: state.version,
        planId: state.planId,
        planSlug: state.planSlug,
        subscriptionEndDate: state.subscriptionEndDate ?? undefined,
        discountPercentage: state.discountPercentage ?? undefined,
        additionalStorageMb: state.additionalStorageMB,
        limits: { maxStaff: maxStaff ?? undefined, storageMb: storageMb ?? undefined },
      },
    }
  }

export const adminBillingRpc = (parts: AdminBilling) => {
  const { plans, categories, quotaBook } = parts
  return implement(adminBillingService, {
    getActivePlan: async ({ planId }) => {
      const plan = await plans.findActive(planId)
      return { plan: plan && { ...plan, limits: limitsOf(plan) } }
    },

    getActiveCategory: async ({ slug }) => ({ category: await categories.findActive(slug) }),

    getSubscription: getSubscription(parts),

    reserveQuota: async ({ quota, ...request }) => ({
      use: await quotaBook.reserve({ ...request, quota: asQuota(quota) }),
    }),

    commitQuota: async ({ workspaceId, key }) => ({ use: await quotaBook.commit(workspaceId, key) }),

    releaseQuota: async ({ workspaceId, key }) => ({ released: await quotaBook.release(workspaceId, key) }),
  })
}
