import type { WorkspacePrincipal } from '@wp/auth'
import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'

const maxNotes = 200

/** Refuses a note more than a session may have. */
export const checkNoteCount = (count: number): void => {
  if (count >= maxNotes)
    throw new AppError('VALIDATION_FAILED', `A session has at most ${maxNotes} notes: remove one first`)
}

/** The note of a session; NOT_FOUND when it has none with this id. */
export const getNote = <Note extends { id: Id }>({ notes }: { notes: readonly Note[] }, noteId: Id): Note => {
  const note = notes.find(({ id }) => id === noteId)
  if (!note) throw notFound('Note')
  return note
}

/** A note is changed and removed by whoever wrote it, or by the owner. */
export const checkAuthor = (
  { authorId }: { authorId: Id },
  { accountId, role }: Pick<WorkspacePrincipal, 'accountId' | 'role'>,
): void => {
  if (authorId !== accountId && role !== 'owner')
    throw new AppError('FORBIDDEN', 'Only the author of a note or the owner can change it')
}
