import { nonBlank } from '@wp/kernel'
import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'
import { Note } from './session.contract.ts'

const NoteText = z.object({ body: nonBlank(5000) })
const OneNote = z.object({ note: Note })
const path = '/workspace/:workspaceId/sessions/:sessionId/notes'
const one = `${path}/:noteId` as const
const tag = 'Sessions'

export const createSessionNote = defineRoute({
  id: 'createSessionNote',
  method: 'POST',
  path,
  summary: 'Create a note on a session',
  description: 'The caller becomes the author.',
  tag,
  access: workspace('sessions.update'),
  body: NoteText,
  replies: { 201: OneNote },
  fails: [400, 401, 403, 404, 409, 422],
})

export const updateSessionNote = defineRoute({
  id: 'updateSessionNote',
  method: 'PATCH',
  path: one,
  summary: 'Update a note',
  description: 'Only its author and the owner can update it.',
  tag,
  access: workspace('sessions.update'),
  body: NoteText.partial(),
  replies: { 200: OneNote },
  fails: [400, 401, 403, 404, 422],
})

export const deleteSessionNote = defineRoute({
  id: 'deleteSessionNote',
  method: 'DELETE',
  path: one,
  summary: 'Delete a note',
  description: 'Only its author and the owner can delete it.',
  tag,
  access: workspace('sessions.update'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
