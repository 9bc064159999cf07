import { handle, reply } from '@wp/http'
import { notFound } from '@wp/kernel'
import { SessionChanged, SessionRemoved } from '../events.ts'
import { shownField } from '../fields/field-book.ts'
import { askedOf, filterKeys } from '../fields/field.rules.ts'
import type { Scheduling } from '../service.ts'
import { bookings } from './booking.ts'
import type { Booked } from './booking.ts'
import {
  createSession,
  deleteSession,
  getSession,
  listSessionQuestions,
  listSessions,
  setSessionStatus,
  updateSession,
} from './session.contract.ts'
import { checkMove } from './session.rules.ts'
import { shownSession } from './shown-session.ts'

export const sessionHandlers = (parts: Scheduling) => {
  const { db, sessions, fields, fileRoom, publicUrl } = parts
  const book = bookings(parts)
  const shownBooking = ({ session, ...notes }: Booked) => ({
    session: shownSession(session, publicUrl),
    ...notes,
  })

  return [
    handle(listSessions, async ({ workspaceId, query: { field = [], from, to, ...query } }) => {
      const valueKeys = field.length > 0 ? filterKeys(await fields.list(workspaceId, 'sessions'), field) : []
      const range = { from: from?.slice(0, 10), to: to?.slice(0, 10) }
      const { items, pagination } = await sessions.list(workspaceId, { ...query, ...range, valueKeys })
      return reply(200, { sessions: items.map((each) => shownSession(each, publicUrl)), pagination })
    }),

    handle(createSession, async ({ workspace, body }) =>
      reply(201, shownBooking(await book.create(workspace, body))),
    ),

    handle(getSession, async ({ workspaceId, params }) =>
      reply(200, { session: shownSession(await sessions.get(workspaceId, params.sessionId), publicUrl) }),
    ),

    handle(updateSession, async ({ workspace, params, body }) =>
      reply(200, shownBooking(await book.change(workspace, params.sessionId, body))),
    ),

    handle(setSessionStatus, async ({ workspaceId, params: { sessionId }, body: { status } }) => {
      const session = await db.transaction(async (tx) => {
        const before = await sessions.get(workspaceId, sessionId)
        checkMove(before.status, status)
        const moved = shownSession(
          (await sessions.update(workspaceId, sessionId, { status })) ?? before,
          publicUrl,
        )
        tx.publish(SessionChanged, { workspaceId, data: { session: moved } })
        return moved
      })
      return reply(200, { session })
    }),

    handle(deleteSession, async ({ workspaceId, params: { sessionId } }) => {
      const removed = await db.transaction(async (tx) => {
        const session = await sessions.remove(workspaceId, sessionId)
        if (!session) throw notFound('Session')
        tx.publish(SessionRemoved, { workspaceId, data: { sessionId } })
        for (const { id } of session.attachments) await fileRoom.giveUp(workspaceId, id)
        return session
      })
      for (const { id } of removed.attachments) await fileRoom.clear(workspaceId, id)
      return reply(204)
    }),

    handle(listSessionQuestions, async ({ workspaceId, params }) => {
      const { questionCategory } = await sessions.get(workspaceId, params.sessionId)
      const asked = askedOf(await fields.list(workspaceId, 'sessions'), questionCategory)
      return reply(200, { fields: asked.map(shownField) })
    }),
  ]
}
