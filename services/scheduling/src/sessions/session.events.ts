import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { SessionState } from './session.contract.ts'
import type { StoredSession } from './session.store.ts'
import { toSessionState } from './session.view.ts'

export const SessionChanged = defineEvent({
  type: 'wp.scheduling.session.changed.v1',
  summary: 'A session or its notes, attachments or invoice changed',
  data: z.object({ session: SessionState }),
})

export const SessionRemoved = defineEvent({
  type: 'wp.scheduling.session.removed.v1',
  summary: 'A session was deleted',
  data: z.object({ sessionId: IdString }),
})

export const publishSessionChanged = (tx: Tx, stored: StoredSession): void =>
  tx.publish(SessionChanged, { workspaceId: stored.workspaceId, data: { session: toSessionState(stored) } })

export const publishSessionRemoved = (tx: Tx, workspaceId: Id, sessionId: Id): void =>
  tx.publish(SessionRemoved, { workspaceId, data: { sessionId } })
