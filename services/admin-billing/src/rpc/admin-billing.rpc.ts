import type { Id } from '@wp/kernel'
import { adminBillingService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { AdminBillingDeps } from '../deps.ts'
import { toPlanLimits } from '../plans/plan.rules.ts'
import { commitQuota, releaseQuota, reserveQuota } from '../quotas/quota.actions.ts'
import { parseQuota } from '../quotas/quota.rules.ts'
import { findSubscription } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'
import { toSubscriptionReply } from '../subscriptions/subscription.view.ts'

/** Handles GetSubscription. This service calls it in-process too, to fill its own workspace copies. */
export const getSubscriptionReply =
  (deps: SubscriptionDeps) =>
  async ({ workspaceId }: { workspaceId: Id }) => {
    const found = await findSubscription(deps, workspaceId)
    return {
      subscription: found && toSubscriptionReply(found, await deps.plans.getIncludingRemoved(found.planId)),
    }
  }

export const adminBillingRpc = (deps: AdminBillingDeps) =>
  implement(adminBillingService, {
    getActivePlan: async ({ planId }) => {
      const plan = await deps.plans.findActive(planId)
      return { plan: plan && { ...plan, limits: toPlanLimits(plan) } }
    },

    getActiveCategory: async ({ slug }) => ({ category: await deps.categories.findActive(slug) }),

    getSubscription: getSubscriptionReply(deps),

    reserveQuota: async ({ quota, ...request }) => ({
      use: await reserveQuota(deps, { ...request, quota: parseQuota(quota) }),
    }),

    commitQuota: async ({ workspaceId, key }) => ({ use: await commitQuota(deps, workspaceId, key) }),

    releaseQuota: async ({ workspaceId, key }) => ({ released: await releaseQuota(deps, workspaceId, key) }),
  })
