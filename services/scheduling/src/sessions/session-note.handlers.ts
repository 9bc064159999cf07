import type { WorkspacePrincipal } from '@wp/auth'
import { handle, reply } from '@wp/http'
import type { WorkspaceView } from '@wp/http'
import { AppError, iso, newId, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { SessionChanged } from '../events.ts'
import type { Scheduling } from '../service.ts'
import { createSessionNote, deleteSessionNote, updateSessionNote } from './session-note.contract.ts'
import type { StoredSession } from './session.store.ts'
import { shownSession } from './shown-session.ts'

const maxNotes = 200

export const sessionNoteHandlers = ({ db, sessions, staff, clock, publicUrl }: Scheduling) => {
  const authorName = async (workspace: WorkspaceView, { staffId }: WorkspacePrincipal): Promise<string> => {
    const member = staffId && (await staff.find(workspace.id, staffId))
    return member ? member.name : (workspace.name ?? workspace.email)
  }

  const told = (tx: Tx, session: StoredSession | null): StoredSession => {
    if (!session) throw notFound('Note')
    const { workspaceId } = session
    tx.publish(SessionChanged, { workspaceId, data: { session: shownSession(session, publicUrl) } })
    return session
  }

  const noteOf = (session: StoredSession, noteId: Id) => {
    const note = session.notes.find(({ id }) => id === noteId)
    if (!note) throw notFound('Note')
    return { ...note, createdAt: iso(note.createdAt) }
  }

  return [
    handle(createSessionNote, async ({ workspaceId, workspace, principal, params: { sessionId }, body }) => {
      const note = {
        id: newId(),
        body: body.body,
        authorId: principal.accountId,
        authorName: await authorName(workspace, principal),
        createdAt: clock.now(),
      }
      const session = await db.transaction(async (tx) => {
        const before = await sessions.get(workspaceId, sessionId)
        if (before.notes.length >= maxNotes)
          throw new AppError('VALIDATION_FAILED', `A session has at most ${maxNotes} notes`)
        return told(tx, await sessions.addNote(workspaceId, sessionId, note))
      })
      return reply(201, { note: noteOf(session, note.id) })
    }),

    handle(updateSessionNote, async ({ workspaceId, params: { sessionId, noteId }, body }) => {
      const session = await db.transaction(async (tx) => {
        const before = await sessions.get(workspaceId, sessionId)
        if (body.body === undefined) return before
        return told(tx, await sessions.changeNote(workspaceId, sessionId, noteId, body.body))
      })
      return reply(200, { note: noteOf(session, noteId) })
    }),

    handle(deleteSessionNote, async ({ workspaceId, params: { sessionId, noteId } }) => {
      await db.transaction(async (tx) => {
        await sessions.get(workspaceId, sessionId)
        told(tx, await sessions.removeNote(workspaceId, sessionId, noteId))
      })
      return reply(204)
    }),
  ]
}
