import type { Tx } from '@wp/mongo'
import { SubscriptionChanged } from '@wp/workspaces'
import type { StoredPlan } from '../plans/plan.store.ts'
import type { StoredSubscription } from './subscription.types.ts'
import { toSubscriptionState } from './subscription.view.ts'

/** The event is declared in libs/workspaces, next to the copies that it updates. */
export const publishSubscriptionChanged = (tx: Tx, stored: StoredSubscription, plan: StoredPlan): void =>
  tx.publish(SubscriptionChanged, {
    workspaceId: stored.id,
    data: { subscription: toSubscriptionState(stored, plan) },
    aggregate: stored.id,
  })
