import { createSealer } from '@wp/kernel'
import { createOutbound, isPublicAddress } from '@wp/outbound'
import { defineService, followDeclaredEvents } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { webhooksConfig } from './config.ts'
import { publicEventConsumers } from './consumers/on-public-event.ts'
import { createAttemptMeter } from './deliveries/attempt.actions.ts'
import { deliveryHandlers } from './deliveries/delivery.handlers.ts'
import { maxResponseBytes } from './deliveries/delivery.rules.ts'
import { deliveryCollection, deliveryStore } from './deliveries/delivery.store.ts'
import { createDispatcher } from './deliveries/dispatcher.actions.ts'
import { payloadCollection, payloadStore } from './deliveries/payload.store.ts'
import { queueCollection, queueStore } from './deliveries/queue.store.ts'
import type { WebhooksDeps } from './deps.ts'
import { eventTypeStore } from './event-types/event-type.store.ts'
import { deliverDueWebhooksJob } from './jobs/deliver-due-webhooks.ts'
import { webhookEndpointHandlers } from './webhook-endpoints/webhook-endpoint.handlers.ts'
import { loopback } from './webhook-endpoints/webhook-endpoint.rules.ts'
import {
  endpointLockCollection,
  webhookEndpointCollection,
  webhookEndpointStore,
} from './webhook-endpoints/webhook-endpoint.store.ts'

export const webhooksCollections = [
  workspaceCopiesCollection,
  webhookEndpointCollection,
  endpointLockCollection,
  deliveryCollection,
  queueCollection,
  payloadCollection,
]

export const webhooks = defineService('webhooks', {
  declaration,
  config: webhooksConfig,
  database: { collections: webhooksCollections },
  open: async (context) => {
    const { bus, config, db, clock, logger, metrics, use } = context
    const workspaces = openWorkspaceCopies(context)
    const isDevelopment = config.nodeEnv !== 'production'
    const allowedHosts = config.webhookAllowedHosts
    const shared = {
      db,
      clock,
      logger,
      sealer: createSealer(config.encryptionKeys.reveal()),
      outbound: use(
        createOutbound({
          allowedHosts: isDevelopment ? [...allowedHosts, ...loopback, '[::1]'] : allowedHosts,
          timeoutMs: config.webhookTimeoutMs,
          maxBytes: maxResponseBytes,
          truncates: true,
        }),
      ),
      eventTypes: eventTypeStore(),
      webhookEndpoints: webhookEndpointStore(db),
      deliveries: deliveryStore(db),
      queues: queueStore(db),
      payloads: payloadStore(db),
      countAttempt: createAttemptMeter(metrics),
    }
    const dispatcher = use(createDispatcher(shared))
    const deps: WebhooksDeps = {
      ...shared,
      urlPolicy: { isDevelopment, allowedHosts, isPublicAddress },
      wake: dispatcher.wake,
    }
    const consumers = use(publicEventConsumers(bus, deps))
    await followDeclaredEvents(context, (declared) => {
      deps.eventTypes.update(declared)
      consumers.update(declared)
    })
    return {
      workspaces,
      routes: [webhookEndpointHandlers(deps), deliveryHandlers(deps)],
      consumers: workspaces.consumers,
      jobs: [deliverDueWebhooksJob(dispatcher)],
    }
  },
})
