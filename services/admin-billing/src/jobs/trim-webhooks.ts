import type { AdminBillingDeps } from '../deps.ts'
import { trimWebhooks } from '../webhooks/webhook.actions.ts'

/** Removes the oldest webhooks when their total size exceeds the limit. */
export const trimWebhooksJob = (deps: AdminBillingDeps) => ({
  name: 'trim-webhooks',
  everyMs: 15_000,
  run: () => trimWebhooks(deps),
})
