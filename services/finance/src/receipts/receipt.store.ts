import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'

/** The income entry or expense that a receipt is attached to. */
export type ReceiptOwner = { kind: 'income' | 'expense'; id: Id }

type ReceiptRecord = {
  workspaceId: Id
  name: string
  contentType: string
  sizeBytes: number
  owner: ReceiptOwner | null
  /** When the receipt was uploaded or detached; null while it is attached. */
  unattachedSince: Date | null
}
export type StoredReceipt = TenantDoc<ReceiptRecord>
export type NewReceipt = Omit<ReceiptRecord, 'workspaceId'> & { id: Id }

export const receiptCollection = collection<ReceiptRecord>(
  'receipts',
  'Receipt',
  { name: String, contentType: String, sizeBytes: Number, owner: Object, unattachedSince: Date },
  [
    { keys: { workspaceId: 1, _id: 1 } },
    { keys: { unattachedSince: 1 } }, // unattached receipts, across workspaces
  ],
  { emptiedBy: 'remove-files' },
)

export const receiptStore = (db: Database) => {
  const receipts = db.tenant(receiptCollection)
  // The remove-files job works across workspaces.
  const allReceipts = db.global(receiptCollection)
  return {
    insert: (workspaceId: Id, receipt: NewReceipt) => receipts(workspaceId).insert(receipt),

    get: (workspaceId: Id, id: Id) => receipts(workspaceId).get({ id }),

    /** Returns null when the receipt is already attached or does not exist. */
    attachIf: (workspaceId: Id, id: Id, owner: ReceiptOwner) =>
      receipts(workspaceId).updateIf({ id, owner: null }, { owner, unattachedSince: null }),

    detach: (workspaceId: Id, ids: readonly Id[], at: Date) =>
      receipts(workspaceId).updateMany({ id: trusted({ $in: ids }) }, { owner: null, unattachedSince: at }),

    remove: (workspaceId: Id, id: Id) => receipts(workspaceId).remove({ id }),
    removeIf: (workspaceId: Id, id: Id) => receipts(workspaceId).removeIf({ id }),

    removeUnattachedIf: (workspaceId: Id, id: Id, since: Date) =>
      receipts(workspaceId).removeIf({ id, owner: null, unattachedSince: trusted({ $lte: since }) }),

    listUnattached: (since: Date, limit: number) =>
      allReceipts().find(
        { unattachedSince: trusted({ $lte: since }) },
        { sort: { unattachedSince: 1 }, limit, select: ['workspaceId'] },
      ),
  }
}
