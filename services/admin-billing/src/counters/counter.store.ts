import { utcDay } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { StoredSubscription } from '../subscriptions/subscription.types.ts'
import { dailyChange, matchesQuery, mergeCounters, sumChanges } from './counter.rules.ts'
import type { Counter, CounterChange, CounterQuery } from './counter.rules.ts'
import {
  endedSubscriptionChanges,
  newSubscriptionChanges,
  subscriptionChanges,
} from './subscription-counter.rules.ts'

/** Precomputed sums, so that the dashboard's cost does not grow with the number of workspaces. */
export const counterCollection = collection<Omit<Counter, 'id'>>(
  'tallies',
  'Counter',
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
  { unsharded: 'Figures of the whole platform.', onePer: 'figure and day, or figure and month' },
)

/** Changes that are not rolled up yet. Each is a separate record, so that concurrent writers never conflict. */
export const counterChangeCollection = collection<CounterChange>(
  'tally_changes',
  'Counter change',
  {
    family: String,
    kind: String,
    bucket: String,
    isDated: Boolean,
    amount: Number,
    count: Number,
    label: String,
  },
  [],
  { unsharded: 'Figures of the whole platform, removed within minutes.', emptiedBy: 'roll-up-counters' },
)

const batchSize = 500

export const counterStore = (db: Database) => {
  const counters = db.global(counterCollection)
  const changes = db.global(counterChangeCollection)

  const rollUpBatch = () =>
    db.transaction(async () => {
      const pending = await changes().find({}, { sort: { id: 1 }, limit: batchSize })
      for (const { id, amount, count, ...rest } of sumChanges(pending))
        await counters().upsert({ id }, { $inc: { amount, count }, $setOnInsert: rest })
      if (pending.length > 0)
        await changes().removeMany({ id: trusted({ $in: pending.map(({ id }) => id) }) })
      return pending.length
    })

  const add = async (more: readonly CounterChange[]): Promise<void> => {
    db.requireTransaction()
    if (more.length > 0) await changes().insertMany(more)
  }

  return {
    // The functions that count a record must run in the transaction that writes it.
    countPayment: ({ type, paidAt, cents }: { type: string; paidAt: Date; cents: number }) =>
      add([dailyChange('payments', type, utcDay(paidAt), 1, cents)]),
    countExpense: ({ spentAt, cents }: { spentAt: Date; cents: number }) =>
      add([dailyChange('expenses', 'all', utcDay(spentAt), 1, cents)]),
    countNewSubscription: (opened: StoredSubscription) => add(newSubscriptionChanges(opened)),
    countSubscriptionChange: (before: StoredSubscription, after: StoredSubscription, now: Date) =>
      add(subscriptionChanges(before, after, now)),
    countEndedSubscription: (ended: StoredSubscription) => add(endedSubscriptionChanges(ended)),

    /**
     * Returns a function that lists counters. It reads pending changes only once, so use it within one
     * transaction.
     */
    openReader: async () => {
      const pending = sumChanges(await changes().find())
      return async (query: CounterQuery): Promise<Counter[]> => {
        const { name, span, from, to } = query
        const stored = await counters().find({
          family: name,
          span,
          bucket: trusted({ $gte: from, $lte: to }),
        })
        return mergeCounters(
          stored,
          pending.filter((counter) => matchesQuery(counter, query)),
        )
      }
    },

    /** Moves pending changes into the counters. */
    rollUp: async (signal: AbortSignal): Promise<void> => {
      while ((await rollUpBatch()) === batchSize) if (signal.aborted) return
    },
  }
}
export type CounterReader = Awaited<ReturnType<ReturnType<typeof counterStore>['openReader']>>
