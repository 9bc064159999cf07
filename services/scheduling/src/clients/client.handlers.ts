import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import * as routes from './client.contract.ts'
import { publishClientChanged, publishClientRemoved } from './client.events.ts'
import { checkDateOfBirth, checkDiscount } from './client.rules.ts'
import { toClient } from './client.view.ts'

export const clientHandlers = ({ db, clients, clock }: Pick<SchedulingDeps, 'db' | 'clients' | 'clock'>) => [
  handle(routes.listClients, async ({ workspaceId, query }) => {
    const { items, pagination } = await clients.list(workspaceId, query)
    return reply(200, { clients: items.map(toClient), pagination })
  }),

  handle(routes.createClient, async ({ workspaceId, workspace, body }) => {
    checkDateOfBirth(body.dateOfBirth, clock.now(), workspace.settings.timeZone)
    checkDiscount(body.discount, workspace.settings.currencyCode)
    const client = await db.transaction(async (tx) => {
      const created = await clients.insert(workspaceId, body)
      publishClientChanged(tx, 'created', created)
      return created
    })
    return reply(201, { client: toClient(client) })
  }),

  handle(routes.getClient, async ({ workspaceId, params }) =>
    reply(200, { client: toClient(await clients.get(workspaceId, params.clientId)) }),
  ),

  handle(routes.updateClient, async ({ workspaceId, workspace, params, body }) => {
    checkDateOfBirth(body.dateOfBirth, clock.now(), workspace.settings.timeZone)
    checkDiscount(body.discount, workspace.settings.currencyCode)
    const client = await db.transaction(async (tx) => {
      const updated = await clients.update(workspaceId, params.clientId, body)
      publishClientChanged(tx, 'updated', updated)
      return updated
    })
    return reply(200, { client: toClient(client) })
  }),

  handle(routes.deleteClient, async ({ workspaceId, params: { clientId } }) => {
    await db.transaction(async (tx) => {
      const removed = await clients.remove(workspaceId, clientId, clock.now())
      publishClientRemoved(tx, removed)
    })
    return reply(204)
  }),
]
