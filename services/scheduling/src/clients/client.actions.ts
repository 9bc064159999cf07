import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { SchedulingDeps } from '../deps.ts'
import type { ClientChanges, NewClient } from './client.contract.ts'
import { publishClientChanged } from './client.events.ts'
import type { StoredClient } from './client.store.ts'

type Clients = SchedulingDeps['clients']

/** Creates a client with validated fields. */
export const createClient = async (
  clients: Clients,
  tx: Tx,
  workspaceId: Id,
  body: NewClient,
): Promise<StoredClient> => {
  const created = await clients.insert(workspaceId, body)
  publishClientChanged(tx, 'created', created)
  return created
}

/** Updates a client with validated fields. */
export const updateClient = async (
  clients: Clients,
  tx: Tx,
  workspaceId: Id,
  clientId: Id,
  body: ClientChanges,
): Promise<StoredClient> => {
  const updated = await clients.update(workspaceId, clientId, body)
  publishClientChanged(tx, 'updated', updated, body)
  return updated
}
