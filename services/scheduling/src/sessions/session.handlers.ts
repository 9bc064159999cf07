import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { checkFilters, questionsFor } from '../fields/field.rules.ts'
import { toField } from '../fields/field.view.ts'
import { createSession, dayQueue, deleteSession, setSessionStatus, updateSession } from './session.actions.ts'
import * as routes from './session.contract.ts'

export const sessionHandlers = (deps: SchedulingDeps) => {
  const { sessions, fields } = deps
  const { toSession, toBooking } = deps.sessionView
  return [
    handle(routes.listSessions, async ({ workspaceId, query: { field = [], from, to, ...query } }) => {
      const valueKeys =
        field.length > 0 ? checkFilters(await fields.listDefinitions(workspaceId, 'sessions'), field) : []
      const range = { from: from?.slice(0, 10), to: to?.slice(0, 10) }
      const { items, pagination } = await sessions.list(workspaceId, { ...query, ...range, valueKeys })
      return reply(200, { sessions: items.map(toSession), pagination })
    }),

    handle(
      routes.createSession,
      async ({ workspace, body }) => reply(201, toBooking(await createSession(deps, workspace, body))),
      { queue: ({ workspaceId, body }) => dayQueue(workspaceId, body.staffId, body.date) },
    ),

    handle(routes.getSession, async ({ workspaceId, params }) =>
      reply(200, { session: toSession(await sessions.get(workspaceId, params.sessionId)) }),
    ),

    handle(routes.updateSession, async ({ workspace, params, body }) =>
      reply(200, toBooking(await updateSession(deps, workspace, params.sessionId, body))),
    ),

    handle(routes.setSessionStatus, async ({ workspace, params, body }) =>
      reply(200, {
        session: toSession(await setSessionStatus(deps, workspace, params.sessionId, body.status)),
      }),
    ),

    handle(routes.deleteSession, async ({ workspace, params }) => {
      await deleteSession(deps, workspace, params.sessionId)
      return reply(204)
    }),

    handle(routes.listSessionQuestions, async ({ workspaceId, params }) => {
      const { questionCategory } = await sessions.get(workspaceId, params.sessionId)
      const questions = questionsFor(await fields.list(workspaceId, 'sessions'), questionCategory)
      return reply(200, { fields: questions.map(toField) })
    }),
  ]
}
