import type { Id } from '@wp/kernel'
import { trusted } from '@wp/mongo'
import type { Database, Migration } from '@wp/mongo'
import { taxEntryStore } from '../taxes/tax.store.ts'
import { toTaxHistory } from './invoice-tax.rules.ts'
import { invoiceCollection } from './invoice.store.ts'

const batchSize = 100

/** Records the taxes of invoices that were finalized by versions without tax entries. */
export const backfillTaxEntries: Migration = {
  id: 'backfill-tax-entries',
  up: async (db, signal) => {
    const invoices = db.global(invoiceCollection)
    const listAfter = (last: Id) =>
      invoices().find(
        { id: trusted({ $gt: last }) },
        { sort: { id: 1 }, limit: batchSize, select: ['workspaceId', 'finalizedAt'] },
      )
    let batch = await listAfter('0'.repeat(24))
    while (batch.length > 0) {
      for (const { id, workspaceId, finalizedAt } of batch) {
        signal.throwIfAborted()
        if (finalizedAt) await backfill(db, workspaceId, id)
      }
      batch = await listAfter(batch.at(-1)!.id)
    }
  },
}

/** Reads the invoice in the transaction, because a replica may refund it at the same time. */
const backfill = (db: Database, workspaceId: Id, invoiceId: Id): Promise<void> =>
  db.transaction(async () => {
    const taxEntries = taxEntryStore(db)
    const [invoice, recorded] = await Promise.all([
      db.tenant(invoiceCollection)(workspaceId).get({ id: invoiceId }),
      taxEntries.listOfInvoice(workspaceId, invoiceId),
    ])
    const times = new Set(recorded.map(({ at }) => at.getTime()))
    for (const { at, lines } of toTaxHistory(invoice))
      if (!times.has(at.getTime())) await taxEntries.insertOfInvoice(invoice, at, lines)
  })
