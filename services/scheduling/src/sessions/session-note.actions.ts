import type { WorkspacePrincipal } from '@wp/auth'
import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { checkAuthor, checkNotes, getNote } from './session-note.rules.ts'
import { publishSessionChanged } from './session.events.ts'
import type { StoredNote } from './session.store.ts'

type NoteDeps = Pick<SchedulingDeps, 'db' | 'sessions' | 'sessionView'>
type NotePlace = { sessionId: Id; noteId: Id }

/** Adds a note written by the caller. */
export const createSessionNote = async (
  deps: NoteDeps & Pick<SchedulingDeps, 'staff' | 'clock'>,
  workspace: SchedulingWorkspace,
  principal: WorkspacePrincipal,
  sessionId: Id,
  body: string,
): Promise<StoredNote> => {
  const note = {
    id: newId(),
    body,
    authorId: principal.accountId,
    authorName: await findAuthorName(deps, workspace, principal),
    createdAt: deps.clock.now(),
  }
  await deps.db.transaction(async (tx) => {
    const { notes } = await deps.sessions.get(workspace.id, sessionId)
    checkNotes(notes, [...notes, note])
    publishSessionChanged(deps, tx, 'updated', await deps.sessions.addNote(workspace.id, sessionId, note))
  })
  return note
}

export const updateSessionNote = (
  deps: NoteDeps,
  principal: WorkspacePrincipal,
  { sessionId, noteId }: NotePlace,
  body: string | undefined,
): Promise<StoredNote> =>
  deps.db.transaction(async (tx) => {
    const { workspaceId } = principal
    const { notes } = await deps.sessions.get(workspaceId, sessionId)
    const note = getNote({ notes }, noteId)
    checkAuthor(note, principal)
    if (body === undefined) return note
    checkNotes(
      notes,
      notes.map((each) => (each.id === noteId ? { ...each, body } : each)),
    )
    const updated = await deps.sessions.changeNote(workspaceId, sessionId, noteId, body)
    publishSessionChanged(deps, tx, 'updated', updated)
    return getNote(updated, noteId)
  })

export const deleteSessionNote = (
  deps: NoteDeps,
  principal: WorkspacePrincipal,
  { sessionId, noteId }: NotePlace,
): Promise<void> =>
  deps.db.transaction(async (tx) => {
    const { workspaceId } = principal
    checkAuthor(getNote(await deps.sessions.get(workspaceId, sessionId), noteId), principal)
    publishSessionChanged(deps, tx, 'updated', await deps.sessions.removeNote(workspaceId, sessionId, noteId))
  })

const findAuthorName = async (
  { staff }: Pick<SchedulingDeps, 'staff'>,
  workspace: SchedulingWorkspace,
  { staffId, key }: WorkspacePrincipal,
): Promise<string> => {
  if (key) return key.name
  const member = staffId && (await staff.find(workspace.id, staffId))
  return member ? member.name : (workspace.name ?? workspace.email)
}
