import { defineConsumer } from '@wp/bus'
import { SubscriptionChanged } from '@wp/workspaces'
import type { Identity } from '../parts.ts'

/** Identity shows plan, end and discount of a workspace as admin-billing last told them. */
export const onSubscriptionChanged = ({ workspaces }: Identity) =>
  defineConsumer({
    name: 'on-subscription-changed',
    events: [SubscriptionChanged],
    handle: async ({ data: { subscription } }) => {
      const { workspaceId, version, planId, discountPercentage, subscriptionEndDate } = subscription
      await workspaces.copySubscription(workspaceId, {
        version,
        planId,
        discountPercentage,
        subscriptionEndDate: subscriptionEndDate === null ? null : new Date(subscriptionEndDate),
      })
    },
  })
