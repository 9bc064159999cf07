import type { Id, TaxLine } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { TaxSum } from './tax.rules.ts'

type TaxEntryRecord = TaxLine & {
  workspaceId: Id
  /** Null for an order. */
  invoiceId: Id | null
  orderId?: Id
  /** When the invoice was finalized, refunded or voided, or the order fulfilled. */
  at: Date
  currencyCode: string
}
type TaxSource = Pick<TaxEntryRecord, 'invoiceId' | 'orderId' | 'at' | 'currencyCode'>

/**
 * One record per rate for each finalized invoice and fulfilled order, and one with negative amounts for each
 * refund and void.
 */
export const taxEntryCollection = collection<TaxEntryRecord>(
  'tax_entries',
  'Tax entry',
  {
    invoiceId: String,
    orderId: String,
    at: Date,
    currencyCode: String,
    name: String,
    percentage: Number,
    netMinor: Number,
    taxMinor: Number,
    grossMinor: Number,
  },
  [
    { keys: { workspaceId: 1, at: 1 } }, // sums of a period
    { keys: { workspaceId: 1, invoiceId: 1 } }, // entries of an invoice, for the migration
  ],
  { onePer: 'rate and finalized invoice, refund or void' },
)

type Key = Pick<TaxSum, 'currencyCode' | 'name' | 'percentage'>
type Sums = Omit<TaxSum, keyof Key>

export const taxEntryStore = (db: Database) => {
  const entries = db.tenant(taxEntryCollection)
  /** Must run in the transaction of the change that the entries belong to. */
  const insert = async (workspaceId: Id, source: TaxSource, lines: readonly TaxLine[]): Promise<void> => {
    db.requireTransaction()
    const records = lines.filter(({ grossMinor }) => grossMinor !== 0).map((line) => ({ ...source, ...line }))
    if (records.length > 0) await entries(workspaceId).insertMany(records)
  }
  return {
    insert,

    /** Stores the taxes of a finalized, refunded or voided invoice. */
    insertOfInvoice: (
      { id, workspaceId, currencyCode }: { id: Id; workspaceId: Id; currencyCode: string },
      at: Date,
      lines: readonly TaxLine[],
    ) => insert(workspaceId, { invoiceId: id, at, currencyCode }, lines),

    /** Returns the entries of an invoice. */
    listOfInvoice: (workspaceId: Id, invoiceId: Id) => entries(workspaceId).find({ invoiceId }),

    /** Returns the sums of a period by currency and rate. */
    sums: async (
      workspaceId: Id,
      { from, to }: { from: Date | undefined; to: Date | undefined },
    ): Promise<TaxSum[]> => {
      const rows = await entries(workspaceId).aggregate<{ _id: Key } & Sums>([
        ...(from || to ? [{ $match: { at: { ...(from && { $gte: from }), ...(to && { $lte: to }) } } }] : []),
        {
          $group: {
            _id: { currencyCode: '$currencyCode', name: '$name', percentage: '$percentage' },
            netMinor: { $sum: '$netMinor' },
            taxMinor: { $sum: '$taxMinor' },
            grossMinor: { $sum: '$grossMinor' },
          },
        },
      ])
      return rows.map(({ _id: { currencyCode, name, percentage }, netMinor, taxMinor, grossMinor }) => ({
        currencyCode,
        name,
        percentage,
        netMinor,
        taxMinor,
        grossMinor,
      }))
    },
  }
}
