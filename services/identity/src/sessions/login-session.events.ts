import { defineEvent } from '@wp/bus'
import { IdString, iso, Timestamp } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import type { LoginSession } from './login-session.store.ts'

const SessionState = z.object({
  id: IdString,
  accountId: IdString,
  workspaceId: IdString.nullable(),
  at: Timestamp,
})

export const SessionStarted = defineEvent({
  type: 'wp.identity.session.started.v1',
  summary: 'Somebody logged in',
  data: z.object({ session: SessionState }),
})

export const SessionEnded = defineEvent({
  type: 'wp.identity.session.ended.v1',
  summary: 'A login session ended: logged out, ended from elsewhere, or revoked',
  data: z.object({ session: SessionState }),
})

export const publishSessionStarted = (tx: Tx, session: LoginSession, at: Date): void =>
  tx.publish(SessionStarted, toMessage(session, at))

export const publishSessionEnded = (tx: Tx, session: LoginSession, at: Date): void =>
  tx.publish(SessionEnded, toMessage(session, at))

const toMessage = ({ id, accountId, workspaceId }: LoginSession, at: Date) => ({
  workspaceId,
  data: { session: { id, accountId, workspaceId, at: iso(at) } },
})
