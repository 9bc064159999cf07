import { defineService } from '@wp/runtime'
import { identityService, storefrontService } from '@wp/protos'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { workspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import { endAnnouncer } from './announcements/end-announcer.ts'
import { categoryHandlers } from './categories/category.handlers.ts'
import { categoryCollection, categoryStore } from './categories/category.store.ts'
import type { CategoryStore } from './categories/category.store.ts'
import { adminBillingConfig } from './config.ts'
import { onWorkspaceChanged } from './consumers/on-workspace-changed.ts'
import { subscriptionCounts } from './counts/subscription-counts.ts'
import { platformDashboard } from './dashboard/dashboard.ts'
import type { PlatformDashboard } from './dashboard/dashboard.ts'
import { dashboardHandlers } from './dashboard/dashboard.handlers.ts'
import { expenseHandlers } from './expenses/expense.handlers.ts'
import { expenseCollection, expenseStore } from './expenses/expense.store.ts'
import { paymentBook } from './payments/payment-book.ts'
import type { PaymentBook } from './payments/payment-book.ts'
import { paymentHandlers } from './payments/payment.handlers.ts'
import { paymentCollection, paymentStore } from './payments/payment.store.ts'
import { planRefresh } from './plan-refresh/plan-refresh.ts'
import type { PlanRefresh } from './plan-refresh/plan-refresh.ts'
import { planRefreshCollection } from './plan-refresh/plan-refresh.store.ts'
import { planHandlers } from './plans/plan.handlers.ts'
import { planCollection, planStore } from './plans/plan.store.ts'
import type { PlanStore } from './plans/plan.store.ts'
import { quotaBook } from './quotas/quota-book.ts'
import type { QuotaBook } from './quotas/quota-book.ts'
import { holdCollection, quotaStore, useCollection } from './quotas/quota.store.ts'
import { renewalDesk } from './renewals/renewal-desk.ts'
import type { RenewalDesk } from './renewals/renewal-desk.ts'
import { renewalHandlers } from './renewals/renewal.handlers.ts'
import { adminBillingRpc, getSubscription } from './rpc/admin-billing.rpc.ts'
import { seeds } from './seeds.ts'
import { ownViewHandlers } from './subscriptions/own-view.handlers.ts'
import { subscriptionDirectory } from './subscriptions/subscription-directory.ts'
import type { SubscriptionDirectory } from './subscriptions/subscription-directory.ts'
import { subscriptionHandlers } from './subscriptions/subscription.handlers.ts'
import { subscriptionCollection, subscriptionStore } from './subscriptions/subscription.store.ts'
import type { SubscriptionStore } from './subscriptions/subscription.store.ts'
import { changeCollection, tallyCollection, tallyStore } from './tallies/tally.store.ts'
import type { TallyStore } from './tallies/tally.store.ts'
import { signatureVerifier } from './webhooks/signatures.ts'
import { webhookHandlers } from './webhooks/webhook.handlers.ts'
import { webhookCollection, webhookStore } from './webhooks/webhook.store.ts'

/** What handlers are given. */
export type AdminBilling = {
  db: Database
  clock: Clock
  plans: PlanStore
  categories: CategoryStore
  subscriptions: SubscriptionStore
  directory: SubscriptionDirectory
  planRefresh: PlanRefresh
  quotaBook: QuotaBook
  payments: ReturnType<typeof paymentStore>
  paymentBook: PaymentBook
  expenses: ReturnType<typeof expenseStore>
  tallies: TallyStore
  renewals: RenewalDesk
  dashboard: PlatformDashboard
  webhooks: ReturnType<typeof webhookStore>
  verifySignature: ReturnType<typeof signatureVerifier>
}

export const adminBillingCollections = [
  planCollection,
  categoryCollection,
  subscriptionCollection,
  planRefreshCollection,
  holdCollection,
  useCollection,
  paymentCollection,
  expenseCollection,
  tallyCollection,
  changeCollection,
  webhookCollection,
  workspaceCopiesCollection,
]

const minuteMs = 60_000

export const adminBilling = defineService('admin-billing', {
  config: adminBillingConfig,
  database: { collections: adminBillingCollections, migrations: seeds },
  open: ({ config, db, clock, logger, rpc }) => {
    const identity = rpc(identityService)
    const plans = planStore(db)
    const categories = categoryStore(db)
    const subscriptions = subscriptionStore(db)
    const tallies = tallyStore(db)
    const payments = paymentStore(db)
    const counts = subscriptionCounts({ db, clock, subscriptions, tallies })
    const directory = subscriptionDirectory({ db, clock, plans, subscriptions, counts, identity })
    const book = paymentBook({ db, payments, tallies })
    const parts: AdminBilling = {
      db,
      clock,
      plans,
      categories,
      subscriptions,
      directory,
      planRefresh: planRefresh({ db, logger, subscriptions, directory }),
      quotaBook: quotaBook({ db, clock, logger, plans, directory, quotas: quotaStore(db) }),
      payments,
      paymentBook: book,
      expenses: expenseStore(db),
      tallies,
      renewals: renewalDesk({ db, clock, plans, categories, directory, paymentBook: book }),
      dashboard: platformDashboard({
        db,
        clock,
        logger,
        plans,
        categories,
        tallies,
        counts,
        storefront: rpc(storefrontService),
        basicPlanSlugs: config.basicPlanSlugs,
        freePlanSlugs: config.freePlanSlugs,
      }),
      webhooks: webhookStore(db),
      verifySignature: signatureVerifier(config.webhookSecrets.reveal()),
    }
    const workspaces = workspaceCopies({
      db,
      identity,
      billing: { getSubscription: getSubscription(parts) },
      clock,
      logger,
    })
    return {
      workspaces,
      routes: [
        planHandlers(parts),
        categoryHandlers(parts),
        subscriptionHandlers(parts),
        renewalHandlers(parts),
        paymentHandlers(parts),
        expenseHandlers(parts),
        dashboardHandlers(parts),
        ownViewHandlers(parts),
        webhookHandlers(parts),
      ],
      rpc: adminBillingRpc(parts),
      consumers: [onWorkspaceChanged(parts), ...workspaces.consumers],
      jobs: [
        { name: 'announce-ends', everyMs: minuteMs, run: endAnnouncer({ db, clock, subscriptions }).run },
        { name: 'settle-counts', everyMs: minuteMs, run: counts.settle },
        { name: 'fold-tallies', everyMs: 5000, run: tallies.fold },
        { name: 'refresh-plans', everyMs: 5000, run: parts.planRefresh.run },
      ],
    }
  },
})
