import { handle, reply } from '@wp/http'
import { firstInstant, lastInstant } from '@wp/kernel'
import type { WebhooksDeps } from '../deps.ts'
import { repeatDeliveries, repeatDelivery, sendTestEvent } from './delivery.actions.ts'
import * as routes from './delivery.contract.ts'
import { toDelivery } from './delivery.view.ts'

export const deliveryHandlers = (deps: WebhooksDeps) => [
  handle(routes.listDeliveries, async ({ workspaceId, params: { endpointId }, query }) => {
    await deps.webhookEndpoints.get(workspaceId, endpointId)
    const { status, eventType, from, to } = query
    const filter = {
      status,
      eventType,
      from: from === undefined ? undefined : firstInstant(from),
      to: to === undefined ? undefined : lastInstant(to),
    }
    const { items, pagination } = await deps.deliveries.list(workspaceId, endpointId, filter, query)
    return reply(200, { deliveries: items.map(toDelivery), pagination })
  }),

  handle(routes.redeliver, async ({ principal, workspaceId, params: { endpointId, deliveryId } }) => {
    const repeated = await repeatDelivery(deps, principal, workspaceId, endpointId, deliveryId)
    return reply(202, { delivery: toDelivery(repeated) })
  }),

  handle(routes.redeliverRange, async ({ principal, workspaceId, params: { endpointId }, body }) =>
    reply(202, { count: await repeatDeliveries(deps, principal, workspaceId, endpointId, body) }),
  ),

  handle(routes.testWebhookEndpoint, async ({ principal, workspaceId, params: { endpointId } }) => {
    const delivery = await sendTestEvent(deps, principal, workspaceId, endpointId)
    return reply(202, { delivery: toDelivery(delivery) })
  }),
]
