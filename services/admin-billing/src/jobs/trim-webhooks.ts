import type { AdminBillingDeps } from '../deps.ts'
import { trimWebhooks } from '../webhooks/webhook.actions.ts'

/** Keeps stored webhooks within their size limit. */
export const trimWebhooksJob = (deps: AdminBillingDeps) => ({
  name: 'trim-webhooks',
  everyMs: 15_000,
  run: () => trimWebhooks(deps),
})
