import { createSealer } from '@wp/kernel'
import { createOutbound, isPublicAddress } from '@wp/outbound'
import { defineService } from '@wp/runtime'
import { openWorkspaceCopies, workspaceCopiesCollection } from '@wp/workspaces'
import declaration from '../service.json' with { type: 'json' }
import { webhooksConfig } from './config.ts'
import { onPublicEvent } from './consumers/on-public-event.ts'
import { createAttemptMeter } from './deliveries/attempt.actions.ts'
import { deliveryHandlers } from './deliveries/delivery.handlers.ts'
import { maxResponseBytes } from './deliveries/delivery.rules.ts'
import { deliveryCollection, deliveryStore } from './deliveries/delivery.store.ts'
import { createDispatcher } from './deliveries/dispatcher.actions.ts'
import { payloadCollection, payloadStore } from './deliveries/payload.store.ts'
import { queueCollection, queueStore } from './deliveries/queue.store.ts'
import type { WebhooksDeps } from './deps.ts'
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
  open: (context) => {
    const { config, db, clock, logger, metrics, use } = context
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
    return {
      workspaces,
      routes: [webhookEndpointHandlers(deps), deliveryHandlers(deps)],
      consumers: [...workspaces.consumers, onPublicEvent(deps)],
      jobs: [deliverDueWebhooksJob(dispatcher)],
    }
  },
})
