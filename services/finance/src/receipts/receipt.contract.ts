import { defineRoute, raw, workspace } from '@wp/http'
import { IdString } from '@wp/kernel'
import { z } from 'zod'

export const receiptTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const
export const maxReceiptBytes = 10 * 1024 * 1024

export const Receipt = z
  .object({
    id: IdString,
    url: z.string().describe('URL of the file; requires a token for the workspace'),
    contentType: z.string(),
    sizeBytes: z.int(),
  })
  .meta({ id: 'Receipt' })
export type Receipt = z.output<typeof Receipt>

const path = '/client/workspace/:workspaceId/receipts'
const one = `${path}/:receiptId` as const
const tag = 'Receipts'

export const createReceipt = defineRoute({
  id: 'createReceipt',
  method: 'POST',
  path,
  summary: 'Upload a receipt',
  description:
    "Accepts a PNG, JPEG, WebP or PDF file of at most 10 MiB; the type is detected from the content. The file counts toward the plan's storage and is deleted if no income entry or expense lists it within 24 hours.",
  tag,
  access: workspace('finance.manage'),
  upload: { field: 'file', maxBytes: maxReceiptBytes, types: receiptTypes },
  replies: { 201: z.object({ receipt: Receipt }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getReceiptFile = defineRoute({
  id: 'getReceiptFile',
  method: 'GET',
  path: one,
  summary: 'Download a receipt file',
  description: 'Supports `Range` requests.',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  replies: { 200: raw(...receiptTypes), 206: raw(...receiptTypes) },
  fails: [400, 401, 403, 404],
})

export const deleteReceipt = defineRoute({
  id: 'deleteReceipt',
  method: 'DELETE',
  path: one,
  summary: 'Delete a receipt',
  description: 'Detaches the receipt from its income entry or expense and frees the storage.',
  tag,
  access: workspace('finance.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
