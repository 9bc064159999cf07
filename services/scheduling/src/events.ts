import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import { z } from 'zod'
import { Client } from './clients/client.contract.ts'

export const ClientChanged = defineEvent({
  type: 'wp.scheduling.client.changed.v1',
  summary: 'A client was added or changed',
  data: z.object({ client: Client }),
})

export const ClientRemoved = defineEvent({
  type: 'wp.scheduling.client.removed.v1',
  summary: 'A client was removed',
  data: z.object({ clientId: IdString }),
})
