import { defineRoute, raw, workspace } from '@wp/http'
import { z } from 'zod'
import { Attachment } from './session.contract.ts'

export const attachmentTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const
export const maxAttachmentBytes = 10 * 1024 * 1024

const path = '/workspace/:workspaceId/sessions/:sessionId/attachments'
const one = `${path}/:attachmentId` as const
const tag = 'Sessions'

export const createSessionAttachment = defineRoute({
  id: 'createSessionAttachment',
  method: 'POST',
  path,
  summary: 'Upload an attachment',
  description:
    "Accepts a PNG, JPEG, WebP or PDF file of at most 10 MiB, checked by its content. The file counts toward the plan's storage.",
  tag,
  access: workspace('sessions.update'),
  upload: { field: 'file', maxBytes: maxAttachmentBytes, types: attachmentTypes },
  replies: { 201: z.object({ attachment: Attachment }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getSessionAttachment = defineRoute({
  id: 'getSessionAttachment',
  method: 'GET',
  path: one,
  summary: 'Download an attachment',
  description: 'Supports `Range` requests.',
  tag,
  access: workspace('sessions.view'),
  replies: { 200: raw(...attachmentTypes), 206: raw(...attachmentTypes) },
  fails: [400, 401, 403, 404],
})

export const deleteSessionAttachment = defineRoute({
  id: 'deleteSessionAttachment',
  method: 'DELETE',
  path: one,
  summary: 'Delete an attachment',
  description: 'Frees the storage it used.',
  tag,
  access: workspace('sessions.update'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
