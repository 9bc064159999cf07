import { handle, reply } from '@wp/http'
import { AppError, iso, notFound } from '@wp/kernel'
import { actorOf } from '../audit/audit.store.ts'
import { wrongCode } from '../mfa/mfa.rules.ts'
import type { Identity } from '../parts.ts'
import { endLoginSession, listLoginSessions, reauthenticate } from './session.contract.ts'

export const sessionHandlers = (parts: Identity) => {
  const { db, clock, accounts, sessions, opener, audit, codes, limits, credentials } = parts

  return [
    handle(listLoginSessions, async ({ principal, query }) => {
      const { items, pagination } = await sessions.page(principal.accountId, clock.now(), query)
      return reply(200, {
        sessions: items.map((session) => ({
          ...session,
          isCurrent: session.id === principal.sessionId,
          lastUsedAt: iso(session.lastUsedAt),
          createdAt: iso(session.createdAt),
        })),
        pagination,
      })
    }),

    handle(endLoginSession, async ({ principal, params: { sessionId } }) => {
      await db.transaction(async () => {
        if (!(await opener.end(sessionId, principal.accountId))) throw notFound('Session')
        await audit.record({
          ...actorOf(principal),
          action: 'session.ended',
          targetType: 'session',
          targetId: sessionId,
        })
      })
      return reply(204)
    }),

    handle(reauthenticate, async ({ principal, body: { password, code }, ip }) => {
      if (password !== undefined) {
        const account = await accounts.getCaller(principal.accountId)
        await credentials.check(account, password, ip)
      } else {
        const places = await limits.holdCode(principal.accountId)
        const used = await places.judge(() => codes.useAny(principal.accountId, code ?? '', {}))
        if (!used) throw wrongCode()
      }
      await db.transaction(async () => {
        if (!(await sessions.reauthenticate(principal.sessionId, clock.now())))
          throw new AppError('UNAUTHENTICATED', 'This session has ended: sign in again')
        await audit.record({
          ...actorOf(principal),
          action: 'session.reauthenticated',
          targetType: 'session',
          targetId: principal.sessionId,
        })
      })
      return reply(204)
    }),
  ]
}
