import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Client } from './client.contract.ts'
import type { StoredClient } from './client.store.ts'
import { toClient } from './client.view.ts'

/** Events from older versions have no language, externalId or possible duplicate. */
const PublishedClient = Client.extend({
  language: Client.shape.language.optional(),
  externalId: Client.shape.externalId.optional(),
  possibleDuplicateOf: Client.shape.possibleDuplicateOf.optional(),
})

export const ClientChanged = defineEvent({
  type: 'wp.scheduling.client.changed.v1',
  summary: 'A client was created or updated',
  data: z.object({
    client: PublishedClient,
    version: z.int().optional().describe('Higher for later states of the client'),
    hasSameName: z.boolean().optional().describe('True for an update that does not contain the name'),
  }),
})

export const ClientRemoved = defineEvent({
  type: 'wp.scheduling.client.removed.v1',
  summary: 'A client was deleted',
  data: z.object({ clientId: IdString }),
})

export const ClientPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'client',
  verbs: ['created', 'updated', 'removed'],
  permission: 'clients.view',
  record: PublishedClient,
})

export const publishClientChanged = (
  tx: Tx,
  verb: 'created' | 'updated',
  stored: StoredClient,
  changes: { name?: string | undefined } = stored,
): void => {
  const client = toClient(stored)
  tx.publish(ClientChanged, {
    workspaceId: stored.workspaceId,
    data: {
      client,
      ...(stored.version !== undefined && { version: stored.version }),
      ...(changes.name === undefined && { hasSameName: true }),
    },
  })
  publishPublicEvent(tx, ClientPublished, verb, stored.workspaceId, client)
}

export const publishClientRemoved = (tx: Tx, stored: StoredClient): void => {
  const { workspaceId, id } = stored
  tx.publish(ClientRemoved, { workspaceId, data: { clientId: id } })
  publishPublicEvent(tx, ClientPublished, 'removed', workspaceId, toClient(stored))
}
