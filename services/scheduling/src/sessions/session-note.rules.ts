import type { WorkspacePrincipal } from '@wp/auth'
import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'

const maxNotes = 200

/** Throws 422 when the session already has the maximum number of notes. */
export const checkNoteCount = (count: number): void => {
  if (count >= maxNotes)
    throw new AppError('VALIDATION_FAILED', `A session can have at most ${maxNotes} notes; remove one first`)
}

/** Returns the note. Throws NOT_FOUND when the session has no note with this id. */
export const getNote = <Note extends { id: Id }>({ notes }: { notes: readonly Note[] }, noteId: Id): Note => {
  const note = notes.find(({ id }) => id === noteId)
  if (!note) throw notFound('Note')
  return note
}

/** Throws FORBIDDEN unless the caller is the note's author or the owner. */
export const checkAuthor = (
  { authorId }: { authorId: Id },
  { accountId, role }: Pick<WorkspacePrincipal, 'accountId' | 'role'>,
): void => {
  if (authorId !== accountId && role !== 'owner')
    throw new AppError('FORBIDDEN', "Only the note's author or the owner can change it")
}
