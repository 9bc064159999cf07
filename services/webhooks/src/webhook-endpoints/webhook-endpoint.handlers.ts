import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { WebhooksDeps } from '../deps.ts'
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  rotateWebhookSecret,
  updateWebhookEndpoint,
} from './webhook-endpoint.actions.ts'
import * as routes from './webhook-endpoint.contract.ts'
import { toWebhookEndpoint } from './webhook-endpoint.view.ts'

export const webhookEndpointHandlers = (deps: WebhooksDeps) => [
  handle(routes.listWebhookEndpoints, async ({ workspaceId, query }) => {
    const { items, pagination } = await deps.webhookEndpoints.list(workspaceId, query)
    return reply(200, { webhookEndpoints: items.map(toWebhookEndpoint), pagination })
  }),

  handle(
    routes.createWebhookEndpoint,
    async ({ principal, workspaceId, body }) => {
      const { endpoint, secret } = await createWebhookEndpoint(deps, principal, workspaceId, body)
      return reply(201, { webhookEndpoint: toWebhookEndpoint(endpoint), secret })
    },
    // Two transactions that insert the lock concurrently would conflict.
    { prepare: ({ workspaceId }) => deps.webhookEndpoints.prepareLock(workspaceId) },
  ),

  handle(routes.getWebhookEndpoint, async ({ workspaceId, params: { endpointId } }) =>
    reply(200, {
      webhookEndpoint: toWebhookEndpoint(await deps.webhookEndpoints.get(workspaceId, endpointId)),
    }),
  ),

  handle(routes.updateWebhookEndpoint, async ({ principal, workspaceId, params, body }) => {
    const updated = await updateWebhookEndpoint(deps, principal, workspaceId, params.endpointId, body)
    return reply(200, { webhookEndpoint: toWebhookEndpoint(updated) })
  }),

  handle(routes.deleteWebhookEndpoint, async ({ principal, workspaceId, params: { endpointId } }) => {
    await deleteWebhookEndpoint(deps, principal, workspaceId, endpointId)
    return reply(204)
  }),

  handle(routes.rotateWebhookSecret, async ({ principal, workspaceId, params: { endpointId } }) => {
    const { endpoint, secret } = await rotateWebhookSecret(deps, principal, workspaceId, endpointId)
    return reply(200, { webhookEndpoint: toWebhookEndpoint(endpoint), secret })
  }),
]
