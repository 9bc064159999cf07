import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** The id is the invoice id. Only concurrent transactions need the record, so it is kept for a day. */
export const settledInvoiceCollection = collection<{ events: number }>(
  'settled_invoices',
  'Settled invoice',
  { events: Number },
  [{ keys: { createdAt: 1 }, ttlSeconds: 86_400 }],
  { unsharded: 'Small records, kept for one day.' },
)

export const settledInvoiceStore = (db: Database) => {
  const invoices = db.global(settledInvoiceCollection)
  return {
    /**
     * Serializes the transactions for one invoice. Finalizing and voiding read each other's writes, in two
     * collections, so the database would not see a conflict.
     */
    lock: (invoiceId: Id) => {
      db.requireTransaction()
      return invoices().upsert({ id: invoiceId }, { $inc: { events: 1 } })
    },
  }
}
