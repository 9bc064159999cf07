import type { Id, TaxLine } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

type TaxEntryRecord = TaxLine & {
  workspaceId: Id
  invoiceId: Id
  /** When the invoice was finalized, refunded or voided. */
  at: Date
  currencyCode: string
}

/** One record per rate for each finalized invoice, and with negative amounts for each refund and void. */
export const taxEntryCollection = collection<TaxEntryRecord>(
  'tax_entries',
  'Tax entry',
  {
    invoiceId: String,
    at: Date,
    currencyCode: String,
    name: String,
    percentage: Number,
    netMinor: Number,
    taxMinor: Number,
    grossMinor: Number,
  },
  [{ keys: { workspaceId: 1, at: 1 } }], // sums of a period
)

export type TaxSum = TaxLine & { currencyCode: string }
type Key = Pick<TaxSum, 'currencyCode' | 'name' | 'percentage'>
type Sums = Omit<TaxSum, keyof Key>

export const taxEntryStore = (db: Database) => {
  const entries = db.tenant(taxEntryCollection)
  return {
    /** Must run in the transaction that finalizes, refunds or voids the invoice. */
    insert: async (
      workspaceId: Id,
      entry: Pick<TaxEntryRecord, 'invoiceId' | 'at' | 'currencyCode'>,
      lines: readonly TaxLine[],
    ): Promise<void> => {
      db.requireTransaction()
      for (const line of lines)
        if (line.grossMinor !== 0) await entries(workspaceId).insert({ ...entry, ...line })
    },

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
