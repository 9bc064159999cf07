import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { SubscriptionChanged, SubscriptionOpened } from '@wp/workspaces'
import type { StoredPlan } from '../plans/plan.store.ts'
import { PublicSubscription } from './subscription.contract.ts'
import type { StoredSubscription } from './subscription.types.ts'
import { toPublicSubscription, toSubscriptionState } from './subscription.view.ts'

export const SubscriptionPublished = definePublicEvent({
  service: 'admin-billing',
  resource: 'subscription',
  channel: 'subscription',
  verbs: ['changed'],
  permission: 'owner',
  record: PublicSubscription,
})

/**
 * Only identity consumes this event, and usually knows the subscription from the signup: other services copy a new
 * subscription when they first use the workspace.
 */
export const publishSubscriptionOpened = (tx: Tx, stored: StoredSubscription, plan: StoredPlan): void =>
  tx.publish(SubscriptionOpened, {
    workspaceId: stored.id,
    data: { subscription: toSubscriptionState(stored, plan) },
    aggregate: stored.id,
  })

/** `SubscriptionChanged` is declared in libs/workspaces, next to the copies that it updates. */
export const publishSubscriptionChanged = (
  tx: Tx,
  stored: StoredSubscription,
  plan: StoredPlan,
  now: Date,
): void => {
  tx.publish(SubscriptionChanged, {
    workspaceId: stored.id,
    data: { subscription: toSubscriptionState(stored, plan) },
    aggregate: stored.id,
  })
  publishPublicEvent(tx, SubscriptionPublished, 'changed', stored.id, toPublicSubscription(stored, plan, now))
}
