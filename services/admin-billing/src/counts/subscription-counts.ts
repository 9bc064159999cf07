import { utcDay } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { isActive } from '../subscriptions/subscription.rules.ts'
import type { StoredSubscription, SubscriptionStore } from '../subscriptions/subscription.store.ts'
import { activeChanges, groupChanges, groupKey } from './count.rules.ts'
import type { CountStore } from './count.store.ts'

type Parts = { db: Database; clock: Clock; subscriptions: SubscriptionStore; counts: CountStore }

const batch = 200

/**
 * Keeps the counts of subscriptions true. A subscription ends by the clock, without a write: what has ended since the
 * last look is taken off when the counts are read, and `settle` writes it down now and then, so that it stays little.
 */
export const subscriptionCounts = ({ db, clock, subscriptions, counts }: Parts) => ({
  /** A new subscription; `opened.isCounted` says whether it is active. */
  opened: async (opened: StoredSubscription): Promise<void> => {
    await counts.addSignup(utcDay(opened.createdAt))
    await counts.addToDays(activeChanges(null, opened, opened.createdAt))
    await counts.addToGroups(groupChanges(null, opened.isCounted ? opened : null))
  },

  /** A changed one, both as they are stored. */
  changed: async (before: StoredSubscription, after: StoredSubscription): Promise<void> => {
    await counts.addToDays(activeChanges(before, after, clock.now()))
    await counts.addToGroups(groupChanges(before.isCounted ? before : null, after.isCounted ? after : null))
  },

  /** The number of active subscriptions at this moment. */
  countActive: async (): Promise<number> => {
    const [counted, ended] = await Promise.all([counts.countActive(), subscriptions.countEnded(clock.now())])
    return counted - ended
  },

  /** The groups of the paid basic cohort at this moment. */
  listCohort: async (basicPlanIds: string[], freePlanIds: string[]) => {
    const [groups, ended] = await Promise.all([
      counts.listGroups(basicPlanIds, freePlanIds),
      subscriptions.listEnded(clock.now()),
    ])
    const gone = ended.flatMap((subscription) => groupChanges(subscription, null))
    return groups.map((group) => {
      const changes = gone.filter((change) => groupKey(change.group) === group.id)
      return changes.reduce(
        (left, change) => ({
          ...left,
          count: left.count + change.count,
          additionsCents: left.additionsCents + change.additionsCents,
        }),
        group,
      )
    })
  },

  /** Takes what has ended off the counts. */
  settle: async (): Promise<void> => {
    let found: number
    do {
      const ended = await subscriptions.listEnded(clock.now(), batch)
      found = ended.length
      for (const { id } of ended)
        await db.transaction(async () => {
          const current = await subscriptions.find(id)
          if (!current?.isCounted || isActive(current, clock.now())) return
          await subscriptions.uncount(id)
          await counts.addToGroups(groupChanges(current, null))
        })
    } while (found === batch)
  },
})
export type SubscriptionCounts = ReturnType<typeof subscriptionCounts>
