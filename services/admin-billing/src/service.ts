import { defineService } from '@wp/runtime'
import { identityService } from '@wp/protos'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { categoryHandlers } from './categories/category.handlers.ts'
import { categoryCollection, categoryStore } from './categories/category.store.ts'
import { adminBillingConfig } from './config.ts'
import { onWorkspaceChanged } from './consumers/on-workspace-changed.ts'
import { planHandlers } from './plans/plan.handlers.ts'
import { planCollection, planStore } from './plans/plan.store.ts'
import type { PlanStore } from './plans/plan.store.ts'
import { quotaBook } from './quotas/quota-book.ts'
import type { QuotaBook } from './quotas/quota-book.ts'
import { holdCollection, quotaStore, useCollection } from './quotas/quota.store.ts'
import { adminBillingRpc } from './rpc/admin-billing.rpc.ts'
import { seeds } from './seeds.ts'
import { subscriptionDirectory } from './subscriptions/subscription-directory.ts'
import type { SubscriptionDirectory } from './subscriptions/subscription-directory.ts'
import { subscriptionHandlers } from './subscriptions/subscription.handlers.ts'
import { subscriptionCollection, subscriptionStore } from './subscriptions/subscription.store.ts'

/** What handlers are given. */
export type AdminBilling = {
  db: Database
  clock: Clock
  plans: PlanStore
  categories: ReturnType<typeof categoryStore>
  subscriptions: ReturnType<typeof subscriptionStore>
  directory: SubscriptionDirectory
  quotaBook: QuotaBook
}

export const adminBilling = defineService('admin-billing', {
  config: adminBillingConfig,
  database: {
    collections: [planCollection, categoryCollection, subscriptionCollection, holdCollection, useCollection],
    migrations: seeds,
  },
  open: ({ db, clock, rpc }) => {
    const plans = planStore(db)
    const subscriptions = subscriptionStore(db)
    const directory = subscriptionDirectory({ db, plans, subscriptions, identity: rpc(identityService) })
    const parts: AdminBilling = {
      db,
      clock,
      plans,
      categories: categoryStore(db),
      subscriptions,
      directory,
      quotaBook: quotaBook({ db, clock, plans, directory, quotas: quotaStore(db) }),
    }
    return {
      routes: [planHandlers(parts), categoryHandlers(parts), subscriptionHandlers(parts)],
      rpc: adminBillingRpc(parts),
      consumers: [onWorkspaceChanged(parts)],
    }
  },
})
