import { fileReply, reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { FinanceDeps } from '../deps.ts'
import { createReceipt, deleteReceipt, storeReceiptFile } from './receipt.actions.ts'
import * as routes from './receipt.contract.ts'
import type { NewReceipt } from './receipt.store.ts'

export const receiptHandlers = (deps: FinanceDeps) => [
  handle(
    routes.createReceipt,
    async ({ workspaceId }, receipt: NewReceipt) =>
      reply(201, { receipt: deps.toReceipt(await createReceipt(deps, workspaceId, receipt)) }),
    { prepare: ({ workspaceId, body: { file } }) => storeReceiptFile(deps, workspaceId, file) },
  ),

  handle(routes.getReceiptFile, async ({ workspaceId, params: { receiptId }, headers }) => {
    const receipt = await deps.receipts.get(workspaceId, receiptId)
    return fileReply(headers, {
      ...receipt,
      read: (range) => deps.receiptFiles.read(workspaceId, receiptId, range),
    })
  }),

  handle(routes.deleteReceipt, async ({ workspaceId, params }) => {
    await deleteReceipt(deps, workspaceId, params.receiptId)
    return reply(204)
  }),
]
