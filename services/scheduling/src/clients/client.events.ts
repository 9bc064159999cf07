import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
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
  summary: 'A client was updated, and the update contains the name',
  data: z.object({
    client: PublishedClient,
    version: z.int().optional().describe('Higher for later states of the client'),
  }),
})

export const ClientPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'client',
  verbs: ['created', 'updated', 'removed'],
  permission: 'clients.view',
  record: PublishedClient,
})

/** `changes` is the update; a new record has no previous name that others would have to replace. */
export const publishClientChanged = (
  tx: Tx,
  verb: 'created' | 'updated',
  stored: StoredClient,
  changes: { name?: string | undefined } = {},
): void => {
  const client = toClient(stored)
  if (changes.name !== undefined)
    tx.publish(ClientChanged, {
      workspaceId: stored.workspaceId,
      data: { client, ...(stored.version !== undefined && { version: stored.version }) },
    })
  publishPublicEvent(tx, ClientPublished, verb, stored.workspaceId, client)
}

export const publishClientRemoved = (tx: Tx, stored: StoredClient): void =>
  publishPublicEvent(tx, ClientPublished, 'removed', stored.workspaceId, toClient(stored))
