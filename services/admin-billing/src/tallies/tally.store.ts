import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { isWanted, mergeTallies, sumChanges } from './tally.rules.ts'
import type { Change, Tally, Wanted } from './tally.rules.ts'

/** Sums that are read by the dashboard, however much there is to sum. */
export const tallyCollection = collection<Omit<Tally, 'id'>>(
  'tallies',
  'Tally',
  {
    family: String,
    span: String,
    bucket: String,
    kind: String,
    amount: Number,
    count: Number,
    label: String,
  },
  [{ keys: { family: 1, span: 1, bucket: 1 } }],
)

/** What is not in the tallies yet. Each change is a record of its own, so that those who write at once never meet. */
export const changeCollection = collection<Change>('tally_changes', 'Tally change', {
  family: String,
  kind: String,
  bucket: String,
  isDated: Boolean,
  amount: Number,
  count: Number,
  label: String,
})

const batchSize = 500

export const tallyStore = (db: Database) => {
  const tallies = db.global(tallyCollection)
  const changes = db.global(changeCollection)

  const foldBatch = () =>
    db.transaction(async () => {
      const pending = await changes().find({}, { sort: { id: 1 }, limit: batchSize })
      for (const { id, amount, count, ...rest } of sumChanges(pending))
        await tallies().upsert({ id }, { $inc: { amount, count }, $setOnInsert: rest })
      if (pending.length > 0)
        await changes().removeMany({ id: trusted({ $in: pending.map(({ id }) => id) }) })
      return pending.length
    })

  return {
    /** Part of the transaction of what is tallied. */
    add: async (more: readonly Change[]): Promise<void> => {
      db.requireTransaction()
      if (more.length > 0) await changes().insertMany(more)
    },

    /** Reads several at one moment, for `list`: what is pending is asked for once. */
    openReader: async () => {
      const pending = sumChanges(await changes().find())
      return async (wanted: Wanted): Promise<Tally[]> => {
        const { family, span, from, to } = wanted
        const stored = await tallies().find({ family, span, bucket: trusted({ $gte: from, $lte: to }) })
        return mergeTallies(
          stored,
          pending.filter((tally) => isWanted(tally, wanted)),
        )
      }
    },

    /** Brings the changes into the tallies. */
    fold: async (signal: AbortSignal): Promise<void> => {
      while ((await foldBatch()) === batchSize) if (signal.aborted) return
    },
  }
}
export type TallyReader = Awaited<ReturnType<ReturnType<typeof tallyStore>['openReader']>>
