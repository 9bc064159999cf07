import { defineEvent } from '@wp/bus'
import { IdString, iso, Timestamp } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import type { LoginSession } from './login-session.store.ts'

const LoginSessionState = z.object({
  id: IdString,
  accountId: IdString,
  workspaceId: IdString.nullable(),
  at: Timestamp,
})

export const LoginSessionStarted = defineEvent({
  type: 'wp.identity.session.started.v1',
  summary: 'A login session started',
  data: z.object({ session: LoginSessionState }),
})

export const LoginSessionEnded = defineEvent({
  type: 'wp.identity.session.ended.v1',
  summary: 'A login session was ended by logout, from another login session or by a revocation',
  data: z.object({ session: LoginSessionState }),
})

export const publishLoginSessionStarted = (tx: Tx, session: LoginSession, at: Date): void =>
  tx.publish(LoginSessionStarted, toEvent(session, at))

export const publishLoginSessionEnded = (tx: Tx, session: LoginSession, at: Date): void =>
  tx.publish(LoginSessionEnded, toEvent(session, at))

const toEvent = ({ id, accountId, workspaceId }: LoginSession, at: Date) => ({
  workspaceId,
  data: { session: { id, accountId, workspaceId, at: iso(at) } },
})
