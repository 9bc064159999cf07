import type { Tx } from '@wp/mongo'
import { SubscriptionChanged } from '@wp/workspaces'
import type { StoredPlan } from '../plans/plan.store.ts'
import type { StoredSubscription } from './subscription.store.ts'
import { toSubscriptionState } from './subscription.view.ts'

/** Tells every service; the event itself is declared in libs/workspaces, beside the copies that it feeds. */
export const publishSubscriptionChanged = (tx: Tx, stored: StoredSubscription, plan: StoredPlan): void =>
  tx.publish(SubscriptionChanged, {
    workspaceId: stored.id,
    data: { subscription: toSubscriptionState(stored, plan) },
    aggregate: stored.id,
  })
