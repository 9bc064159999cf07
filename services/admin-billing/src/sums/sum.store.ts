import { utcDay } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

export type Ledger = 'payments' | 'expenses'

/** What one ledger took in of one kind on a day, in a month, or ever; `date` is the day, the month, or `all`. */
type SumRecord = {
  ledger: Ledger
  kind: string
  span: 'day' | 'month' | 'all'
  date: string
  cents: number
  count: number
}

/** Kept with every payment and expense, so that the dashboard reads a few sums, however many there are. */
export const sumCollection = collection<SumRecord>(
  'money_sums',
  { ledger: String, kind: String, span: String, date: String, cents: Number, count: Number },
  [{ keys: { ledger: 1, span: 1, date: 1 } }],
)

export const sumStore = (db: Database) => {
  const sums = db.global(sumCollection)
  return {
    /** To be called in the transaction that records the amount. */
    add: async (ledger: Ledger, kind: string, at: Date, cents: number): Promise<void> => {
      const day = utcDay(at)
      const spans = [
        { span: 'day', date: day },
        { span: 'month', date: day.slice(0, 7) },
        { span: 'all', date: 'all' },
      ] as const
      for (const { span, date } of spans)
        await sums().upsert(
          { id: `${ledger}/${kind}/${date}` },
          { $inc: { cents, count: 1 }, $setOnInsert: { ledger, kind, span, date } },
        )
    },

    listDays: (ledger: Ledger, from: CalendarDate, to: CalendarDate) =>
      sums().find({ ledger, span: 'day', date: trusted({ $gte: from, $lte: to }) }),
    listMonth: (ledger: Ledger, month: string) => sums().find({ ledger, span: 'month', date: month }),
    listTotals: (ledger: Ledger) => sums().find({ ledger, span: 'all' }),
  }
}
export type SumStore = ReturnType<typeof sumStore>
export type StoredSum = SumRecord
