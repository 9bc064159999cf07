import { handleWith } from '@wp/http'
import type { Clock, Sealer } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { Outbound } from '@wp/outbound'
import type { Logger } from '@wp/telemetry'
import type { WorkspaceWith } from '@wp/workspaces'
import type { AttemptResult } from './deliveries/delivery.rules.ts'
import type { deliveryStore, StoredDelivery } from './deliveries/delivery.store.ts'
import type { payloadStore } from './deliveries/payload.store.ts'
import type { queueStore } from './deliveries/queue.store.ts'
import type { eventTypeStore } from './event-types/event-type.store.ts'
import type { webhookEndpointStore } from './webhook-endpoints/webhook-endpoint.store.ts'
import type { UrlPolicy } from './webhook-endpoints/webhook-endpoint.rules.ts'

export const handle = handleWith<WorkspaceWith<'settings'>>()

/** Dependencies of handlers, actions, consumers and jobs. Each of them picks the ones that it needs. */
export type WebhooksDeps = {
  db: Database
  clock: Clock
  logger: Logger
  sealer: Sealer
  outbound: Outbound
  urlPolicy: UrlPolicy
  eventTypes: ReturnType<typeof eventTypeStore>
  webhookEndpoints: ReturnType<typeof webhookEndpointStore>
  deliveries: ReturnType<typeof deliveryStore>
  queues: ReturnType<typeof queueStore>
  payloads: ReturnType<typeof payloadStore>
  countAttempt: (delivery: StoredDelivery, result: AttemptResult) => void
  /** Sends an endpoint's due deliveries; does nothing while another replica is sending them. */
  wake: (workspaceId: string, endpointId: string) => void
}
