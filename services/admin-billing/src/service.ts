import { identityService, storefrontService } from '@wp/protos'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { categoryHandlers } from './categories/category.handlers.ts'
import { seedCategories } from './categories/category.seed.ts'
import { categoryCollection, categoryStore } from './categories/category.store.ts'
import { adminBillingConfig } from './config.ts'
import { onWorkspaceChanged } from './consumers/on-workspace-changed.ts'
import * as contract from './contract.ts'
import { dashboardHandlers } from './dashboard/dashboard.handlers.ts'
import { counterChangeCollection, counterCollection, counterStore } from './counters/counter.store.ts'
import type { AdminBillingDeps } from './deps.ts'
import { expenseHandlers } from './expenses/expense.handlers.ts'
import { expenseCollection, expenseStore } from './expenses/expense.store.ts'
import { announceEndsJob } from './jobs/announce-ends.ts'
import { rollUpCountersJob } from './jobs/roll-up-counters.ts'
import { settleCountersJob } from './jobs/settle-counters.ts'
import { trimWebhooksJob } from './jobs/trim-webhooks.ts'
import { ownSubscriptionHandlers } from './own-subscription/own-subscription.handlers.ts'
import { paymentHandlers } from './payments/payment.handlers.ts'
import { paymentCollection, paymentStore } from './payments/payment.store.ts'
import { planHandlers } from './plans/plan.handlers.ts'
import { seedPlans } from './plans/plan.seed.ts'
import { planCollection, planStore } from './plans/plan.store.ts'
import { holdCollection, quotaStore, useCollection } from './quotas/quota.store.ts'
import { renewalHandlers } from './renewals/renewal.handlers.ts'
import { adminBillingRpc, getSubscriptionReply } from './rpc/admin-billing.rpc.ts'
import { subscriptionHandlers } from './subscriptions/subscription.handlers.ts'
import {
  foldSubscriptionSearch,
  subscriptionCollection,
  subscriptionStore,
} from './subscriptions/subscription.store.ts'
import { createSignatureVerifier } from './webhooks/webhook-signature.actions.ts'
import { webhookHandlers } from './webhooks/webhook.handlers.ts'
import {
  webhookBodyCollection,
  foldWebhookSearch,
  webhookCollection,
  webhookSenderCollection,
  webhookStore,
  webhookVolumeCollection,
} from './webhooks/webhook.store.ts'

export const adminBillingCollections = [
  planCollection,
  categoryCollection,
  subscriptionCollection,
  holdCollection,
  useCollection,
  paymentCollection,
  expenseCollection,
  counterCollection,
  counterChangeCollection,
  webhookCollection,
  webhookBodyCollection,
  webhookSenderCollection,
  webhookVolumeCollection,
  workspaceCopiesCollection,
]

export const adminBilling = defineService('admin-billing', {
  declaration,
  contract,
  config: adminBillingConfig,
  database: {
    collections: adminBillingCollections,
    migrations: [seedPlans, seedCategories, foldSubscriptionSearch, foldWebhookSearch],
  },
  open: (context) => {
    const { config, db, clock, logger, metrics, rpc } = context
    const deps: AdminBillingDeps = {
      db,
      clock,
      logger,
      identity: rpc(identityService),
      storefront: rpc(storefrontService),
      plans: planStore(db),
      categories: categoryStore(db),
      subscriptions: subscriptionStore(db),
      quotas: quotaStore(db),
      payments: paymentStore(db),
      expenses: expenseStore(db),
      counters: counterStore(db),
      webhooks: webhookStore(db),
      verifySignature: createSignatureVerifier(config.webhookSecrets.reveal()),
      webhookLimits: { bytesPerAddress: config.webhookBytesPerAddress, bytesInAll: config.webhookBytesInAll },
      webhookMetrics: {
        received: metrics.counter('webhook_bytes_received_total', 'Bytes of recorded webhooks'),
        refused: metrics.counter(
          'webhook_refused_total',
          'Webhooks rejected because their address exceeded its hourly limit',
        ),
        trimmed: metrics.counter(
          'webhook_trimmed_total',
          'Webhooks removed because the total size exceeded its limit',
        ),
        stored: metrics.gauge('webhook_stored_bytes', 'Bytes of stored webhooks'),
      },
      basicPlanSlugs: config.basicPlanSlugs,
      freePlanSlugs: config.freePlanSlugs,
    }
    const workspaces = openWorkspaceCopies(context, {
      billing: { getSubscription: getSubscriptionReply(deps) },
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
        ownSubscriptionHandlers(deps),
        webhookHandlers(deps),
      ],
      rpc: adminBillingRpc(deps),
      consumers: [onWorkspaceChanged(deps), ...workspaces.consumers],
      jobs: [announceEndsJob(deps), settleCountersJob(deps), rollUpCountersJob(deps), trimWebhooksJob(deps)],
    }
  },
})
