import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

type StockTakeRecord = {
  reference: string
  status: 'taken' | 'returned'
  /** What was counted when it was taken, and so is given back. */
  items: { productId: Id; quantity: number }[]
}

export const stockTakeCollection = collection<StockTakeRecord>(
  'stock_takes',
  'Stock take',
  { reference: String, status: String, items: [Object] },
  [{ keys: { workspaceId: 1, reference: 1 }, unique: true }], // once for each reference
)

export const stockTakeStore = (db: Database) => {
  const takes = db.tenant(stockTakeCollection)
  return {
    find: (workspaceId: Id, reference: string) => takes(workspaceId).findOne({ reference }),
    insert: (workspaceId: Id, take: StockTakeRecord) => takes(workspaceId).insert(take),
    /** Null when there is nothing to give back: unknown, or given back already. */
    markReturnedIf: (workspaceId: Id, reference: string) =>
      takes(workspaceId).updateIf({ reference, status: 'taken' }, { status: 'returned' }),
  }
}
