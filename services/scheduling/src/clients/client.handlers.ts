import { handle, reply } from '@wp/http'
import { notFound, withIsoTimes } from '@wp/kernel'
import { ClientChanged, ClientRemoved } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { createClient, deleteClient, getClient, listClients, updateClient } from './client.contract.ts'
import { checkDateOfBirth } from './client.rules.ts'

export const clientHandlers = ({ db, clients, clock }: Scheduling) => [
  handle(listClients, async ({ workspaceId, query }) => {
    const { items, pagination } = await clients.list(workspaceId, query)
    return reply(200, { clients: items.map(withIsoTimes), pagination })
  }),

  handle(createClient, async ({ workspaceId, body }) => {
    checkDateOfBirth(body.dateOfBirth, clock.today())
    const client = await db.transaction(async (tx) => {
      const created = withIsoTimes(await clients.insert(workspaceId, body))
      tx.publish(ClientChanged, { workspaceId, data: { client: created } })
      return created
    })
    return reply(201, { client })
  }),

  handle(getClient, async ({ workspaceId, params }) =>
    reply(200, { client: withIsoTimes(await clients.get(workspaceId, params.clientId)) }),
  ),

  handle(updateClient, async ({ workspaceId, params, body }) => {
    checkDateOfBirth(body.dateOfBirth, clock.today())
    const client = await db.transaction(async (tx) => {
      const updated = withIsoTimes(await clients.update(workspaceId, params.clientId, body))
      tx.publish(ClientChanged, { workspaceId, data: { client: updated } })
      return updated
    })
    return reply(200, { client })
  }),

  handle(deleteClient, async ({ workspaceId, params: { clientId } }) => {
    await db.transaction(async (tx) => {
      if (!(await clients.remove(workspaceId, clientId, clock.now()))) throw notFound('Client')
      tx.publish(ClientRemoved, { workspaceId, data: { clientId } })
    })
    return reply(204)
  }),
]
