import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Session, SessionSource, SessionState } from './session.contract.ts'
import type { SchedulingDeps } from '../deps.ts'
import type { StoredSession } from './session.store.ts'
import { toSessionState } from './session.view.ts'

/** Events from older versions have no source, because members booked these sessions. */
const published = { source: SessionSource.default('staff') }

export const SessionChanged = defineEvent({
  type: 'wp.scheduling.session.changed.v1',
  summary: 'A session or its notes, attachments or invoice changed',
  data: z.object({ session: SessionState.extend(published) }),
})

export const SessionRemoved = defineEvent({
  type: 'wp.scheduling.session.removed.v1',
  summary: 'A session was deleted',
  data: z.object({ sessionId: IdString }),
})

export const SessionPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'session',
  verbs: ['created', 'updated', 'status_changed', 'removed'],
  permission: 'sessions.view',
  record: Session.extend(published),
})

type ViewDeps = Pick<SchedulingDeps, 'sessionView'>

export const publishSessionChanged = (
  { sessionView }: ViewDeps,
  tx: Tx,
  verb: 'created' | 'updated' | 'status_changed',
  stored: StoredSession,
): void => {
  tx.publish(SessionChanged, { workspaceId: stored.workspaceId, data: { session: toSessionState(stored) } })
  publishPublicEvent(tx, SessionPublished, verb, stored.workspaceId, sessionView.toSession(stored))
}

export const publishSessionRemoved = ({ sessionView }: ViewDeps, tx: Tx, stored: StoredSession): void => {
  const { workspaceId, id } = stored
  tx.publish(SessionRemoved, { workspaceId, data: { sessionId: id } })
  publishPublicEvent(tx, SessionPublished, 'removed', workspaceId, sessionView.toSession(stored))
}
