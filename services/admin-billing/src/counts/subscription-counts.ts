import { utcDay } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { isActive } from '../subscriptions/subscription.rules.ts'
import type { StoredSubscription, SubscriptionStore } from '../subscriptions/subscription.store.ts'
import { dated } from '../tallies/tally.rules.ts'
import type { Change } from '../tallies/tally.rules.ts'
import type { TallyReader, TallyStore } from '../tallies/tally.store.ts'
import { readCounted, readGroups } from './count.readings.ts'
import type { CountedGroup } from './count.readings.ts'
import { activeChanges, groupChanges, groupKey } from './count.rules.ts'
import type { DayChanges, GroupChange } from './count.rules.ts'

type Parts = { db: Database; clock: Clock; subscriptions: SubscriptionStore; tallies: TallyStore }

const batch = 200

const ofDays = (changes: DayChanges): Change[] =>
  [...changes].map(([day, count]) => dated('active-changes', 'all', day, count))

const ofGroups = (changes: readonly GroupChange[]): Change[] => {
  const count = changes.reduce((sum, change) => sum + change.count, 0)
  const active = {
    family: 'active',
    kind: 'all',
    mark: 'all',
    isDated: false,
    amount: 0,
    count,
    label: null,
  } as const
  const groups = changes.map(({ group, ...change }) => ({
    family: 'groups' as const,
    kind: groupKey(group),
    mark: group.planId,
    isDated: false,
    amount: change.additionsCents,
    count: change.count,
    label: JSON.stringify(group),
  }))
  return count === 0 ? groups : [active, ...groups]
}

/**
 * Keeps the counts of subscriptions true. A subscription ends by the clock, without a write: what has ended since the
 * last look is taken off when the counts are read, and `settle` writes it down now and then, so that it stays little.
 */
export const subscriptionCounts = ({ db, clock, subscriptions, tallies }: Parts) => ({
  /** A new subscription; `opened.isCounted` says whether it is active. */
  opened: (opened: StoredSubscription): Promise<void> =>
    tallies.add([
      dated('signups', 'all', utcDay(opened.createdAt), 1),
      ...ofDays(activeChanges(null, opened, opened.createdAt)),
      ...ofGroups(groupChanges(null, opened.isCounted ? opened : null)),
    ]),

  /** A changed one, both as they are stored. */
  changed: (before: StoredSubscription, after: StoredSubscription): Promise<void> =>
    tallies.add([
      ...ofDays(activeChanges(before, after, clock.now())),
      ...ofGroups(groupChanges(before.isCounted ? before : null, after.isCounted ? after : null)),
    ]),

  /** The number of active subscriptions at this moment. */
  countActive: async (read: TallyReader): Promise<number> =>
    (await readCounted(read)) - (await subscriptions.countEnded(clock.now())),

  /** The groups of the paid basic cohort at this moment: all on the basic plans, those with add-ons on the free ones. */
  listCohort: async (read: TallyReader, basicPlanIds: Id[], freePlanIds: Id[]): Promise<CountedGroup[]> => {
    const groups: CountedGroup[] = []
    for (const planId of basicPlanIds) groups.push(...(await readGroups(read, planId)))
    for (const planId of freePlanIds)
      groups.push(...(await readGroups(read, planId)).filter(({ hasAddOns }) => hasAddOns))
    const ended = await subscriptions.listEnded(clock.now())
    const gone = ended.flatMap((subscription) => groupChanges(subscription, null))
    return groups.map((group) => {
      const changes = gone.filter((change) => groupKey(change.group) === group.key)
      return {
        ...group,
        count: changes.reduce((sum, change) => sum + change.count, group.count),
        additionsCents: changes.reduce((sum, change) => sum + change.additionsCents, group.additionsCents),
      }
    })
  },

  /** Takes what has ended off the counts. */
  settle: async ({ signal }: { signal: AbortSignal }): Promise<void> => {
    let found: number
    do {
      const ended = await subscriptions.listEnded(clock.now(), batch)
      found = ended.length
      for (const { id } of ended) {
        if (signal.aborted) return
        await db.transaction(async () => {
          const current = await subscriptions.find(id)
          if (!current?.isCounted || isActive(current, clock.now())) return
          await subscriptions.uncount(id)
          await tallies.add(ofGroups(groupChanges(current, null)))
        })
      }
    } while (found === batch)
  },
})
export type SubscriptionCounts = ReturnType<typeof subscriptionCounts>
