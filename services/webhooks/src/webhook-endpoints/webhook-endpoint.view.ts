import { withIsoTimes } from '@wp/kernel'
import type { WebhookEndpoint } from './webhook-endpoint.contract.ts'
import type { StoredWebhookEndpoint } from './webhook-endpoint.store.ts'

export const toWebhookEndpoint = (stored: StoredWebhookEndpoint): WebhookEndpoint => {
  const { id, url, events, description, isActive, disabledAt, disabledReason, createdAt, updatedAt } = stored
  return withIsoTimes({
    id,
    url,
    events,
    description,
    isActive,
    disabledAt,
    disabledReason,
    createdAt,
    updatedAt,
  })
}
