import { handle, reply } from '@wp/http'
import { notFound, withIsoTimes } from '@wp/kernel'
import { ServiceChanged, ServiceRemoved } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { createService, deleteService, getService, listServices, updateService } from './service.contract.ts'

export const serviceHandlers = ({ db, services, clock }: Scheduling) => [
  handle(listServices, async ({ workspaceId, query }) => {
    const { items, pagination } = await services.list(workspaceId, query)
    return reply(200, { services: items.map(withIsoTimes), pagination })
  }),

  handle(createService, async ({ workspaceId, body }) => {
    const service = await db.transaction(async (tx) => {
      const created = withIsoTimes(await services.insert(workspaceId, body))
      tx.publish(ServiceChanged, { workspaceId, data: { service: created } })
      return created
    })
    return reply(201, { service })
  }),

  handle(getService, async ({ workspaceId, params }) =>
    reply(200, { service: withIsoTimes(await services.get(workspaceId, params.serviceId)) }),
  ),

  handle(updateService, async ({ workspaceId, params, body }) => {
    const service = await db.transaction(async (tx) => {
      const updated = await services.update(workspaceId, params.serviceId, body)
      if (!updated) throw notFound('Service')
      tx.publish(ServiceChanged, { workspaceId, data: { service: withIsoTimes(updated) } })
      return withIsoTimes(updated)
    })
    return reply(200, { service })
  }),

  handle(deleteService, async ({ workspaceId, params: { serviceId } }) => {
    await db.transaction(async (tx) => {
      if (!(await services.remove(workspaceId, serviceId, clock.now()))) throw notFound('Service')
      tx.publish(ServiceRemoved, { workspaceId, data: { serviceId } })
    })
    return reply(204)
  }),
]
