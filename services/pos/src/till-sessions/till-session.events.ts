import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { TillSession } from './till-session.contract.ts'
import type { StoredTillSession } from './till-session.types.ts'
import { toTillSession } from './till-session.view.ts'

export const TillSessionOpened = defineEvent({
  type: 'wp.pos.till-session.opened.v1',
  summary: 'A till session was opened',
  data: z.object({ session: TillSession }),
})

export const TillSessionClosed = defineEvent({
  type: 'wp.pos.till-session.closed.v1',
  summary: 'A till session was closed',
  data: z.object({ session: TillSession }),
})

export const TillSessionPublished = definePublicEvent({
  service: 'pos',
  resource: 'till_session',
  field: 'session',
  verbs: ['opened', 'closed'],
  permission: 'pos.sessions.manage',
  record: TillSession,
})

const toMessage = (stored: StoredTillSession) => ({
  workspaceId: stored.workspaceId,
  data: { session: toTillSession(stored) },
  aggregate: stored.id,
})

export const publishTillSessionOpened = (tx: Tx, stored: StoredTillSession): void => {
  tx.publish(TillSessionOpened, toMessage(stored))
  publishPublicEvent(tx, TillSessionPublished, 'opened', stored.workspaceId, toTillSession(stored))
}

export const publishTillSessionClosed = (tx: Tx, stored: StoredTillSession): void => {
  tx.publish(TillSessionClosed, toMessage(stored))
  publishPublicEvent(tx, TillSessionPublished, 'closed', stored.workspaceId, toTillSession(stored))
}
