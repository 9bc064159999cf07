import { createSealer, newId } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import { createOutbound, isPublicAddress } from '@wp/outbound'
import { createLogger, createMetrics } from '@wp/telemetry'
import { openTestDatabase, uniqueName } from '@wp/testing'
import { createAttemptMeter } from '../src/deliveries/attempt.actions.ts'
import { deliveryStore } from '../src/deliveries/delivery.store.ts'
import { createDispatcher } from '../src/deliveries/dispatcher.actions.ts'
import { payloadStore } from '../src/deliveries/payload.store.ts'
import { queueStore } from '../src/deliveries/queue.store.ts'
import { recordEvent } from '../src/deliveries/delivery.actions.ts'
import { eventTypeStore } from '../src/event-types/event-type.store.ts'
import { toSecretBinding } from '../src/webhook-endpoints/webhook-endpoint.actions.ts'
import { toWebhookSecret } from '../src/webhook-endpoints/webhook-endpoint.rules.ts'
import { webhookEndpointStore } from '../src/webhook-endpoints/webhook-endpoint.store.ts'
import { webhooksCollections } from '../src/service.ts'

const [k0, k1] = [0, 1].map((fill) => Buffer.alloc(32, fill).toString('base64'))
const keys = JSON.stringify({ current: 'k1', keys: { k0, k1 } })
export const oldKeys = JSON.stringify({ current: 'k0', keys: { k0 } })
export const secret = toWebhookSecret(Buffer.alloc(32, 7).toString('base64url'))

/**
 * Opens the stores and dispatchers of one database without a running service, with a clock that the test
 * controls.
 */
export const openScene = async (clock: Clock, { timeoutMs = 10_000 } = {}) => {
  const db = await openTestDatabase(uniqueName('webhooks'), {
    clock,
    collections: webhooksCollections,
    checkPlans: true,
  })
  const sealer = createSealer(keys)
  const outbound = createOutbound({
    allowedHosts: ['127.0.0.1'],
    timeoutMs,
    maxBytes: 4096,
    truncates: true,
  })
  const shared = {
    db,
    clock,
    sealer,
    outbound,
    logger: createLogger({ service: 'test', level: 'silent' }),
    eventTypes: eventTypeStore(),
    webhookEndpoints: webhookEndpointStore(db),
    deliveries: deliveryStore(db),
    queues: queueStore(db),
    payloads: payloadStore(db),
    countAttempt: createAttemptMeter(createMetrics('test')),
  }
  const dispatchers = [createDispatcher(shared), createDispatcher(shared)] as const
  const [dispatcher] = dispatchers
  const deps = {
    ...shared,
    urlPolicy: { isDevelopment: true, allowedHosts: [], isPublicAddress },
    wake: dispatcher.wake,
  }
  let count = 0
  return {
    ...deps,
    dispatchers,
    newEndpoint: async (workspaceId: Id, url: string, events = ['*']): Promise<Id> => {
      const id = newId()
      await shared.webhookEndpoints.insert(workspaceId, {
        id,
        url,
        events,
        description: null,
        isActive: true,
        activeSince: new Date(0),
        disabledAt: null,
        disabledReason: null,
        failingSince: null,
        secrets: [{ sealed: sealer.seal(secret, toSecretBinding(id)), expiresAt: null }],
      })
      await shared.queues.insert(workspaceId, id)
      return id
    },
    /** Records an event, with ids in the order of the calls. `wake` replaces the first dispatcher. */
    happen: (workspaceId: Id, recordKey: string, wake = dispatcher.wake): Promise<void> => {
      count += 1
      return recordEvent(
        { ...deps, wake },
        {
          id: `0f${count.toString(16).padStart(22, '0')}`,
          type: 'client.updated',
          workspaceId,
          time: new Date(Math.max(clock.now().getTime(), Date.now())).toISOString(),
          recordKey,
          data: { client: { id: recordKey, count } },
        },
      )
    },
    close: async () => {
      await Promise.all(dispatchers.map((each) => each.close()))
      await outbound.close()
      await db.close()
    },
  }
}
