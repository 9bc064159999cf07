import type { AdminBillingDeps } from '../deps.ts'
import { trimWebhooks } from '../webhooks/webhook.actions.ts'

/** Keeps what is stored of webhooks within its limit. */
export const trimWebhooksJob = (deps: AdminBillingDeps) => ({
  name: 'trim-webhooks',
  everyMs: 15_000,
  run: () => trimWebhooks(deps),
})
