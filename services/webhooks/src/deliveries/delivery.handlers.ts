import { reply } from '@wp/http'
import { instantRange } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { WebhooksDeps } from '../deps.ts'
import { repeatDeliveries, repeatDelivery, sendTestEvent, showDeliveries } from './delivery.actions.ts'
import * as routes from './delivery.contract.ts'

export const deliveryHandlers = (deps: WebhooksDeps) => [
  handle(
    routes.listDeliveries,
    async ({ principal, workspaceId, workspace, params: { endpointId }, query }) => {
      await deps.webhookEndpoints.get(workspaceId, endpointId)
      const { status, eventType, from, to } = query
      const filter = { status, eventType, ...instantRange({ from, to }, workspace.settings.timeZone) }
      const { items, pagination } = await deps.deliveries.list(workspaceId, endpointId, filter, query)
      return reply(200, { deliveries: await showDeliveries(deps, principal, workspaceId, items), pagination })
    },
  ),

  handle(routes.redeliver, async ({ principal, workspaceId, params: { endpointId, deliveryId } }) => {
    const repeated = await repeatDelivery(deps, principal, workspaceId, endpointId, deliveryId)
    const [delivery] = await showDeliveries(deps, principal, workspaceId, [repeated])
    return reply(202, { delivery: delivery! })
  }),

  handle(routes.redeliverRange, async ({ principal, workspaceId, params: { endpointId }, body }) =>
    reply(202, { count: await repeatDeliveries(deps, principal, workspaceId, endpointId, body) }),
  ),

  handle(routes.testWebhookEndpoint, async ({ principal, workspaceId, params: { endpointId } }) => {
    const sent = await sendTestEvent(deps, principal, workspaceId, endpointId)
    const [delivery] = await showDeliveries(deps, principal, workspaceId, [sent])
    return reply(202, { delivery: delivery! })
  }),
]
