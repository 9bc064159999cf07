import { reply } from '@wp/http'
import { requireActiveTaxRate } from '@wp/workspaces'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { createService, updateService } from './offered-service.actions.ts'
import * as routes from './offered-service.contract.ts'
import { publishServiceRemoved } from './offered-service.events.ts'
import { toService } from './offered-service.view.ts'

export const offeredServiceHandlers = ({
  db,
  offeredServices,
  clock,
}: Pick<SchedulingDeps, 'db' | 'offeredServices' | 'clock'>) => [
  handle(routes.listServices, async ({ workspaceId, query }) => {
    const { items, pagination } = await offeredServices.list(workspaceId, query)
    return reply(200, { services: items.map(toService), pagination })
  }),

  handle(routes.createService, async ({ workspaceId, workspace, body }) => {
    requireActiveTaxRate(workspace.taxRates, body.taxRateId)
    const service = await db.transaction((tx) => createService(offeredServices, tx, workspaceId, body))
    return reply(201, { service: toService(service) })
  }),

  handle(routes.getService, async ({ workspaceId, params }) =>
    reply(200, { service: toService(await offeredServices.get(workspaceId, params.serviceId)) }),
  ),

  handle(routes.updateService, async ({ workspaceId, workspace, params, body }) => {
    requireActiveTaxRate(workspace.taxRates, body.taxRateId)
    const service = await db.transaction((tx) =>
      updateService(offeredServices, tx, workspaceId, params.serviceId, body),
    )
    return reply(200, { service: toService(service) })
  }),

  handle(routes.deleteService, async ({ workspaceId, params: { serviceId } }) => {
    await db.transaction(async (tx) => {
      const removed = await offeredServices.remove(workspaceId, serviceId, clock.now())
      publishServiceRemoved(tx, removed)
    })
    return reply(204)
  }),
]
