import { defineRoute, raw, workspace } from '@wp/http'
import { IdString } from '@wp/kernel'
import { z } from 'zod'

export const receiptTypes = ['image/png', 'image/jpeg', 'image/webp', 'application/pdf'] as const
export const maxReceiptBytes = 10 * 1024 * 1024

export const Receipt = z
  .object({
    id: IdString,
    url: z.string().describe('Where the file is, for a token of the workspace'),
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
  summary: 'Upload a PNG, JPEG, WebP or PDF of at most 10 MiB; its content is checked, and it takes storage',
  description: 'One that no income or expense names within 24 hours is removed.',
  tag,
  access: workspace('finance.manage'),
  upload: { field: 'file', maxBytes: maxReceiptBytes, types: receiptTypes },
  idempotency: 'saga',
  replies: { 201: z.object({ receipt: Receipt }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getReceiptFile = defineRoute({
  id: 'getReceiptFile',
  method: 'GET',
  path: one,
  summary: 'The file itself, or the part of it that `Range` asks for',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  replies: { 200: raw(...receiptTypes), 206: raw(...receiptTypes) },
  fails: [400, 401, 403, 404],
})

export const deleteReceipt = defineRoute({
  id: 'deleteReceipt',
  method: 'DELETE',
  path: one,
  summary: 'Remove a receipt, also from the record that names it, and free its storage',
  tag,
  access: workspace('finance.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
