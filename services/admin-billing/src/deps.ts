import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { identityService, storefrontService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger, Metrics } from '@wp/telemetry'
import type { categoryStore } from './categories/category.store.ts'
import type { counterStore } from './counters/counter.store.ts'
import type { expenseStore } from './expenses/expense.store.ts'
import type { paymentStore } from './payments/payment.store.ts'
import type { planStore } from './plans/plan.store.ts'
import type { quotaStore } from './quotas/quota.store.ts'
import type { subscriptionStore } from './subscriptions/subscription.store.ts'
import type { createSignatureVerifier } from './webhooks/webhook-signature.actions.ts'
import type { webhookStore } from './webhooks/webhook.store.ts'

type Counter = ReturnType<Metrics['counter']>
type Gauge = ReturnType<Metrics['gauge']>

/** Passed to handlers, actions, consumers and jobs; each picks what it needs. */
export type AdminBillingDeps = {
  db: Database
  clock: Clock
  logger: Logger

  identity: Pick<RpcClient<typeof identityService.definition>, 'getWorkspace'>
  storefront: Pick<RpcClient<typeof storefrontService.definition>, 'listAttentionOrders'>

  plans: ReturnType<typeof planStore>
  categories: ReturnType<typeof categoryStore>
  subscriptions: ReturnType<typeof subscriptionStore>
  quotas: ReturnType<typeof quotaStore>
  payments: ReturnType<typeof paymentStore>
  expenses: ReturnType<typeof expenseStore>
  counters: ReturnType<typeof counterStore>
  webhooks: ReturnType<typeof webhookStore>
  verifySignature: ReturnType<typeof createSignatureVerifier>
  webhookLimits: { bytesPerAddress: number; bytesInAll: number }
  webhookMetrics: { received: Counter; refused: Counter; trimmed: Counter; stored: Gauge }
  basicPlanSlugs: readonly string[]
  freePlanSlugs: readonly string[]
}
