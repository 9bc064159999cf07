import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { createSessionNote, deleteSessionNote, updateSessionNote } from './session-note.actions.ts'
import * as routes from './session-note.contract.ts'
import { toNote } from './session.view.ts'

export const sessionNoteHandlers = (
  deps: Pick<SchedulingDeps, 'db' | 'sessions' | 'staff' | 'clock' | 'sessionView'>,
) => [
  handle(routes.createSessionNote, async ({ workspace, principal, params: { sessionId }, body }) => {
    const note = await createSessionNote(deps, workspace, principal, sessionId, body.body)
    return reply(201, { note: toNote(note) })
  }),

  handle(routes.updateSessionNote, async ({ principal, params, body }) => {
    const note = await updateSessionNote(deps, principal, params, body.body)
    return reply(200, { note: toNote(note) })
  }),

  handle(routes.deleteSessionNote, async ({ principal, params }) => {
    await deleteSessionNote(deps, principal, params)
    return reply(204)
  }),
]
