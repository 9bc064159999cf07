import { handle, reply } from '@wp/http'
import { toMinor } from '@wp/kernel'
import { TillSessionOpened } from '../events.ts'
import type { Pos } from '../service.ts'
import { listTillSessions, openTillSession } from './till-session.contract.ts'
import { shownTillSession } from './till-session.rules.ts'

export const tillSessionHandlers = ({ db, tillSessions }: Pos) => [
  handle(listTillSessions, async ({ workspaceId, query }) => {
    const { items, pagination } = await tillSessions.list(workspaceId, query)
    return reply(200, { sessions: items.map(shownTillSession), pagination })
  }),

  handle(openTillSession, async ({ workspaceId, workspace, principal, body }) => {
    const { currencyCode } = workspace.settings
    const openingFloatMinor = toMinor(body.openingFloat, currencyCode)
    const session = await db.transaction(async (tx) => {
      const opened = shownTillSession(
        await tillSessions.open(workspaceId, {
          register: body.register,
          currencyCode,
          openingFloatMinor,
          openedBy: principal.accountId,
        }),
      )
      tx.publish(TillSessionOpened, { workspaceId, data: { session: opened }, aggregate: opened.id })
      return opened
    })
    return reply(201, { session })
  }),
]
