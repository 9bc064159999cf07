import type { WorkspacePrincipal } from '@wp/auth'
import { AppError, invalid, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'

const maxNotes = 200

const maxBytes = 128 * 1024

/** Throws 422 when the session has too many notes, or a new or longer text makes them too large. */
export const checkNotes = (before: readonly { body: string }[], after: readonly { body: string }[]): void => {
  if (after.length > maxNotes)
    throw new AppError('VALIDATION_FAILED', `A session can have at most ${maxNotes} notes; remove one first`)
  if (bytesOf(after) > maxBytes && bytesOf(after) > bytesOf(before))
    throw invalid(
      'body',
      `must be shorter: the notes of a session can take at most ${maxBytes / 1024} KiB in total`,
    )
}

const bytesOf = (notes: readonly { body: string }[]): number =>
  notes.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0)

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
