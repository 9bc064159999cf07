import { keyedMutex } from '@wp/kernel'
import { identityService, storefrontService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { categoryHandlers } from './categories/category.handlers.ts'
import { seedCategories } from './categories/category.seed.ts'
import { categoryCollection, categoryStore } from './categories/category.store.ts'
import { adminBillingConfig } from './config.ts'
import { onWorkspaceChanged } from './consumers/on-workspace-changed.ts'
import { dashboardHandlers } from './dashboard/dashboard.handlers.ts'
import type { AdminBillingDeps } from './deps.ts'
import { expenseHandlers } from './expenses/expense.handlers.ts'
import { expenseCollection, expenseStore } from './expenses/expense.store.ts'
import { announceEndsJob } from './jobs/announce-ends.ts'
import { foldTalliesJob } from './jobs/fold-tallies.ts'
import { refreshPlansJob } from './jobs/refresh-plans.ts'
import { settleCountsJob } from './jobs/settle-counts.ts'
import { trimWebhooksJob } from './jobs/trim-webhooks.ts'
import { paymentHandlers } from './payments/payment.handlers.ts'
import { paymentCollection, paymentStore } from './payments/payment.store.ts'
import { planRefreshCollection, planRefreshStore } from './plan-refresh/plan-refresh.store.ts'
import { planHandlers } from './plans/plan.handlers.ts'
import { seedPlans } from './plans/plan.seed.ts'
import { planCollection, planStore } from './plans/plan.store.ts'
import { holdCollection, quotaStore, useCollection } from './quotas/quota.store.ts'
import { renewalHandlers } from './renewals/renewal.handlers.ts'
import { adminBillingRpc, answerSubscription } from './rpc/admin-billing.rpc.ts'
import { mySubscriptionHandlers } from './subscriptions/my-subscription.handlers.ts'
import { subscriptionHandlers } from './subscriptions/subscription.handlers.ts'
import { subscriptionCollection, subscriptionStore } from './subscriptions/subscription.store.ts'
import { changeCollection, tallyCollection, tallyStore } from './tallies/tally.store.ts'
import { createSignatureVerifier } from './webhooks/webhook-signature.actions.ts'
import { webhookHandlers } from './webhooks/webhook.handlers.ts'
import {
  webhookBodyCollection,
  webhookCollection,
  webhookSenderCollection,
  webhookStore,
  webhookVolumeCollection,
} from './webhooks/webhook.store.ts'

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
  webhookBodyCollection,
  webhookSenderCollection,
  webhookVolumeCollection,
  workspaceCopiesCollection,
]

export const adminBilling = defineService('admin-billing', {
  declaration,
  config: adminBillingConfig,
  database: { collections: adminBillingCollections, migrations: [seedPlans, seedCategories] },
  open: (context) => {
    const { config, db, clock, logger, metrics, rpc } = context
    const deps: AdminBillingDeps = {
      db,
      clock,
      logger,
      identity: rpc(identityService),
      storefront: rpc(storefrontService),
      plans: planStore(db),
      planRefreshes: planRefreshStore(db),
      categories: categoryStore(db),
      subscriptions: subscriptionStore(db),
      quotas: quotaStore(db),
      payments: paymentStore(db),
      expenses: expenseStore(db),
      tallies: tallyStore(db),
      webhooks: webhookStore(db),
      quotaMutex: keyedMutex(),
      verifySignature: createSignatureVerifier(config.webhookSecrets.reveal()),
      webhookLimits: { bytesPerAddress: config.webhookBytesPerAddress, bytesInAll: config.webhookBytesInAll },
      webhookMetrics: {
        received: metrics.counter('webhook_bytes_received_total', 'Bytes of webhooks that were recorded'),
        refused: metrics.counter('webhook_refused_total', 'Webhooks of addresses that have sent too much'),
        trimmed: metrics.counter('webhook_trimmed_total', 'Webhooks removed because all were too large'),
        stored: metrics.gauge('webhook_stored_bytes', 'Bytes of webhooks that are kept'),
      },
      basicPlanSlugs: config.basicPlanSlugs,
      freePlanSlugs: config.freePlanSlugs,
    }
    const workspaces = openWorkspaceCopies(context, {
      billing: { getSubscription: answerSubscription(deps) },
    })
    return {
      workspaces,
      routes: [
        planHandlers(deps),
        categoryHandlers(deps),
        subscriptionHandlers(deps),
        renewalHandlers(deps),
        paymentHandlers(deps),
        expenseHandlers(deps),
        dashboardHandlers(deps),
        mySubscriptionHandlers(deps),
        webhookHandlers(deps),
      ],
      rpc: adminBillingRpc(deps),
      consumers: [onWorkspaceChanged(deps), ...workspaces.consumers],
      jobs: [
        announceEndsJob(deps),
        settleCountsJob(deps),
        foldTalliesJob(deps),
        refreshPlansJob(deps),
        trimWebhooksJob(deps),
      ],
    }
  },
})
