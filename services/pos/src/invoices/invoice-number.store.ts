import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

type InvoiceNumberRecord = { last: number }

export const invoiceNumberCollection = collection<InvoiceNumberRecord>(
  'invoice_numbers',
  'Invoice number',
  { last: Number },
  [{ keys: { workspaceId: 1 }, unique: true }], // one count for each workspace
)

export const invoiceNumberStore = (db: Database) => {
  const numbers = db.tenant(invoiceNumberCollection)
  return {
    /** Begins the count of a workspace that has none yet; not in a transaction, which a duplicate key would end. */
    begin: async (workspaceId: Id): Promise<void> => {
      if (!(await numbers(workspaceId).exists({}))) await numbers(workspaceId).insertIf({ last: 0 })
    },
    /** The next number. In the transaction of the invoice that gets it, so that a failure leaves no gap. */
    next: async (workspaceId: Id): Promise<number> => {
      db.requireTransaction()
      const { last } = await numbers(workspaceId).update({}, { $inc: { last: 1 } })
      return last
    },
  }
}
