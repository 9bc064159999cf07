import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { createClient, updateClient } from './client.actions.ts'
import * as routes from './client.contract.ts'
import { publishClientRemoved } from './client.events.ts'
import { checkClient } from './client.rules.ts'
import { toClient } from './client.view.ts'

export const clientHandlers = ({ db, clients, clock }: Pick<SchedulingDeps, 'db' | 'clients' | 'clock'>) => [
  handle(routes.listClients, async ({ workspaceId, query }) => {
    const { items, pagination } = await clients.list(workspaceId, query)
    return reply(200, { clients: items.map(toClient), pagination })
  }),

  handle(routes.createClient, async ({ workspaceId, workspace, body }) => {
    checkClient(body, clock.now(), workspace.settings)
    const client = await db.transaction((tx) => createClient(clients, tx, workspaceId, body))
    return reply(201, { client: toClient(client) })
  }),

  handle(routes.getClient, async ({ workspaceId, params }) =>
    reply(200, { client: toClient(await clients.get(workspaceId, params.clientId)) }),
  ),

  handle(routes.updateClient, async ({ workspaceId, workspace, params, body }) => {
    checkClient(body, clock.now(), workspace.settings)
    const client = await db.transaction((tx) => updateClient(clients, tx, workspaceId, params.clientId, body))
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
