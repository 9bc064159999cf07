import { defineCopyConsumer } from '@wp/bus'
import { newestStates, SubscriptionChanged, SubscriptionOpened } from '@wp/workspaces'
import type { IdentityDeps } from '../deps.ts'

/** Copies a workspace's plan, end date and discount from admin-billing. */
export const onSubscriptionChanged = ({ workspaces }: IdentityDeps) =>
  defineCopyConsumer({
    name: 'on-subscription-changed',
    events: [SubscriptionOpened, SubscriptionChanged],
    apply: async (events) => {
      for (const state of newestStates(events.map(({ data }) => data.subscription))) {
        const { workspaceId, version, planId, discountPercentage, subscriptionEndDate } = state
        await workspaces.updateSubscriptionIf(workspaceId, {
          version,
          planId,
          discountPercentage,
          subscriptionEndDate: subscriptionEndDate === null ? null : new Date(subscriptionEndDate),
        })
      }
    },
  })
