import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'

const maxNotes = 200

/** Refuses a note more than a session may have. */
export const checkNoteCount = (count: number): void => {
  if (count >= maxNotes) throw new AppError('VALIDATION_FAILED', `A session has at most ${maxNotes} notes`)
}

/** The note of a session; NOT_FOUND when it has none with this id. */
export const getNote = <Note extends { id: Id }>({ notes }: { notes: readonly Note[] }, noteId: Id): Note => {
  const note = notes.find(({ id }) => id === noteId)
  if (!note) throw notFound('Note')
  return note
}
