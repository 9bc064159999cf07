import { adminBillingService } from '@wp/protos'
import { implement } from '@wp/rpc'
import { limitsOf } from '../plans/plan.rules.ts'
import { asQuota } from '../quotas/quota.rules.ts'
import { subscriptionState } from '../subscriptions/subscription.rules.ts'
import type { AdminBilling } from '../service.ts'

export const adminBillingRpc = ({ plans, categories, directory, quotaBook }: AdminBilling) =>
  implement(adminBillingService, {
    getActivePlan: async ({ planId }) => {
      const plan = await plans.findActive(planId)
      return { plan: plan && { ...plan, limits: limitsOf(plan) } }
    },

    getActiveCategory: async ({ slug }) => ({ category: await categories.findActive(slug) }),

    getSubscription: async ({ workspaceId }) => {
      const subscription = await directory.find(workspaceId)
      if (!subscription) return { subscription: null }
      const { additionalStorageMB, ...state } = subscriptionState(
        subscription,
        await plans.get(subscription.planId),
      )
      return { subscription: { ...state, additionalStorageMb: additionalStorageMB } }
    },

    reserveQuota: async ({ quota, ...request }) => ({
      use: await quotaBook.reserve({ ...request, quota: asQuota(quota) }),
    }),

    commitQuota: async ({ workspaceId, key }) => ({ use: await quotaBook.commit(workspaceId, key) }),

    releaseQuota: async ({ workspaceId, key }) => ({ released: await quotaBook.release(workspaceId, key) }),
  })
