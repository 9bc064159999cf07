import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Client } from './client.contract.ts'
import type { StoredClient } from './client.store.ts'
import { toClient } from './client.view.ts'

export const ClientChanged = defineEvent({
  type: 'wp.scheduling.client.changed.v1',
  summary: 'A client was created or updated',
  data: z.object({
    client: Client,
    version: z.int().optional().describe('Higher for later states of the client'),
  }),
})

export const ClientRemoved = defineEvent({
  type: 'wp.scheduling.client.removed.v1',
  summary: 'A client was deleted',
  data: z.object({ clientId: IdString }),
})

export const publishClientChanged = (tx: Tx, stored: StoredClient): void =>
  tx.publish(ClientChanged, {
    workspaceId: stored.workspaceId,
    data: { client: toClient(stored), ...(stored.version !== undefined && { version: stored.version }) },
  })

export const publishClientRemoved = (tx: Tx, workspaceId: Id, clientId: Id): void =>
  tx.publish(ClientRemoved, { workspaceId, data: { clientId } })
