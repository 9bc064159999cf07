import type { Receipt } from './receipt.contract.ts'
import type { StoredReceipt } from './receipt.store.ts'

export const receiptView =
  (publicUrl: string) =>
  ({ id, workspaceId, contentType, sizeBytes }: StoredReceipt): Receipt => ({
    id,
    url: `${publicUrl}/v1/client/workspace/${workspaceId}/receipts/${id}`,
    contentType,
    sizeBytes,
  })
