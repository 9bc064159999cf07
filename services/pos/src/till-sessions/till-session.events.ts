import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { TillSession } from './till-session.contract.ts'
import type { StoredTillSession } from './till-session.store.ts'
import { toTillSession } from './till-session.view.ts'

export const TillSessionOpened = defineEvent({
  type: 'wp.pos.till-session.opened.v1',
  summary: 'A register was opened',
  data: z.object({ session: TillSession }),
})

export const publishTillSessionOpened = (tx: Tx, stored: StoredTillSession): void =>
  tx.publish(TillSessionOpened, {
    workspaceId: stored.workspaceId,
    data: { session: toTillSession(stored) },
    aggregate: stored.id,
  })
