import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { Session, SessionSource } from './session.contract.ts'
import type { SchedulingDeps } from '../deps.ts'
import type { StoredSession } from './session.store.ts'

/** Events from older versions have no source, because members booked these sessions. */
const published = { source: SessionSource.default('staff') }

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
): void => publishPublicEvent(tx, SessionPublished, verb, stored.workspaceId, sessionView.toSession(stored))

export const publishSessionRemoved = ({ sessionView }: ViewDeps, tx: Tx, stored: StoredSession): void =>
  publishPublicEvent(tx, SessionPublished, 'removed', stored.workspaceId, sessionView.toSession(stored))
