import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { ReservedItem } from './stock.rules.ts'

type StockReservationRecord = {
  reference: string
  status: 'taken' | 'returned'
  /** The tracked quantities that were reserved and are returned on release. */
  items: ReservedItem[]
  /** A released reservation is removed 30 days later; late calls for it no longer arrive then. */
  returnedAt?: Date
  /** When an order's reservation is removed; its order is stored, so it is needed only until it is settled. */
  expiresAt?: Date
}

export const stockReservationCollection = collection<StockReservationRecord>(
  'stock_takes',
  'Stock take',
  { reference: String, status: String, items: [Object], returnedAt: Date, expiresAt: Date },
  [
    { keys: { workspaceId: 1, reference: 1 }, unique: true }, // one reservation per reference
    { keys: { returnedAt: 1 }, ttlSeconds: 30 * 24 * 3600 },
    { keys: { expiresAt: 1 }, ttlSeconds: 0, sparse: true },
  ],
)

export const stockReservationStore = (db: Database) => {
  const takes = db.tenant(stockReservationCollection)
  return {
    find: (workspaceId: Id, reference: string) => takes(workspaceId).findOne({ reference }),
    insert: (workspaceId: Id, take: StockReservationRecord) => takes(workspaceId).insert(take),
    /** Returns null when the reference is already used. Must not run in a transaction, which would fail. */
    insertIf: (workspaceId: Id, take: StockReservationRecord) => takes(workspaceId).insertIf(take),
    /** Returns null when the reservation is unknown or already released. */
    markReturnedIf: (workspaceId: Id, reference: string, returnedAt: Date) =>
      takes(workspaceId).updateIf({ reference, status: 'taken' }, { status: 'returned', returnedAt }),
  }
}
