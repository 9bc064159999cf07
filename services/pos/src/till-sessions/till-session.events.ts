import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { TillSession } from './till-session.contract.ts'
import type { StoredTillSession } from './till-session.types.ts'
import { toTillSession } from './till-session.view.ts'

export const TillSessionPublished = definePublicEvent({
  service: 'pos',
  resource: 'till_session',
  field: 'session',
  verbs: ['opened', 'closed'],
  permission: 'pos.sessions.manage',
  record: TillSession,
})

export const publishTillSessionOpened = (tx: Tx, stored: StoredTillSession): void =>
  publishPublicEvent(tx, TillSessionPublished, 'opened', stored.workspaceId, toTillSession(stored))

export const publishTillSessionClosed = (tx: Tx, stored: StoredTillSession): void =>
  publishPublicEvent(tx, TillSessionPublished, 'closed', stored.workspaceId, toTillSession(stored))
