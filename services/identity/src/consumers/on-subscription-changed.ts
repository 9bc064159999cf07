import { defineConsumer } from '@wp/bus'
import { SubscriptionChanged } from '@wp/workspaces'
import type { IdentityDeps } from '../deps.ts'

/** Identity shows plan, end and discount of a workspace as admin-billing last published them. */
export const onSubscriptionChanged = ({ workspaces }: Pick<IdentityDeps, 'workspaces'>) =>
  defineConsumer({
    name: 'on-subscription-changed',
    events: [SubscriptionChanged],
    handle: async ({ data: { subscription } }) => {
      const { workspaceId, version, planId, discountPercentage, subscriptionEndDate } = subscription
      await workspaces.updateSubscriptionIf(workspaceId, {
        version,
        planId,
        discountPercentage,
        subscriptionEndDate: subscriptionEndDate === null ? null : new Date(subscriptionEndDate),
      })
    },
    inBatches: true,
  })
