import { reply } from '@wp/http'
import { toMinor } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { PosDeps } from '../deps.ts'
import { closeTillSession } from './till-session.actions.ts'
import * as routes from './till-session.contract.ts'
import { publishTillSessionOpened } from './till-session.events.ts'
import { toTillSession } from './till-session.view.ts'

export const tillSessionHandlers = ({
  db,
  clock,
  tillSessions,
}: Pick<PosDeps, 'db' | 'clock' | 'tillSessions'>) => [
  handle(routes.listTillSessions, async ({ workspaceId, query }) => {
    const { items, pagination } = await tillSessions.list(workspaceId, query)
    return reply(200, { sessions: items.map(toTillSession), pagination })
  }),

  handle(routes.openTillSession, async ({ workspaceId, workspace, principal, body }) => {
    const { currencyCode } = workspace.settings
    const openingFloatMinor = toMinor(body.openingFloat, currencyCode, 'openingFloat')
    const record = { register: body.register, currencyCode, openingFloatMinor, openedBy: principal.accountId }
    const session = await db.transaction(async (tx) => {
      const opened = await tillSessions.insertOpen(workspaceId, record)
      publishTillSessionOpened(tx, opened)
      return opened
    })
    return reply(201, { session: toTillSession(session) })
  }),

  handle(routes.getTillSession, async ({ workspaceId, params }) =>
    reply(200, { session: toTillSession(await tillSessions.get(workspaceId, params.sessionId)) }),
  ),

  handle(routes.closeTillSession, async ({ workspaceId, params, body }) => {
    const deps = { db, clock, tillSessions }
    const session = await closeTillSession(deps, workspaceId, params.sessionId, body.closingCount)
    return reply(200, { session: toTillSession(session) })
  }),
]
