import { addDays, utcDay } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { isActive } from '../subscriptions/subscription.rules.ts'
import type { StoredSubscription } from '../subscriptions/subscription.store.ts'
import { dailyChange } from '../tallies/tally.rules.ts'
import type { Change } from '../tallies/tally.rules.ts'
import type { TallyReader } from '../tallies/tally.store.ts'
import { activeChanges, groupChanges, groupKey } from './count.rules.ts'
import type { CountedGroup, DayChanges, Group, GroupChange } from './count.rules.ts'

/**
 * Keeps the counts of subscriptions true. A subscription ends by the clock, without a write: what has ended since the
 * last look is taken off when the counts are read, and `settleCounts` writes it down now and then, so that it stays little.
 */
type CountDeps = Pick<AdminBillingDeps, 'clock' | 'subscriptions' | 'tallies'>

const batchSize = 200

/** Counts a new subscription; `opened.isCounted` says whether it is active. */
export const countOpened = ({ tallies }: CountDeps, opened: StoredSubscription): Promise<void> =>
  tallies.add([
    dailyChange('signups', 'all', utcDay(opened.createdAt), 1),
    ...toDailyChanges(activeChanges(null, opened, opened.createdAt)),
    ...toGroupTallies(groupChanges(null, opened.isCounted ? opened : null)),
  ])

/** Counts a changed one, both as they are stored. */
export const countChanged = (
  { tallies, clock }: CountDeps,
  before: StoredSubscription,
  after: StoredSubscription,
): Promise<void> =>
  tallies.add([
    ...toDailyChanges(activeChanges(before, after, clock.now())),
    ...toGroupTallies(groupChanges(before.isCounted ? before : null, after.isCounted ? after : null)),
  ])

export const countSignups = (read: TallyReader): Promise<number> => readTotal(read, 'signups')

/** The number of active subscriptions at this moment. */
export const countActive = async (
  { clock, subscriptions }: Pick<CountDeps, 'clock' | 'subscriptions'>,
  read: TallyReader,
): Promise<number> => (await readTotal(read, 'active')) - (await subscriptions.countEnded(clock.now()))

/** The groups of the paid basic cohort at this moment: all on the basic plans, those with add-ons on the free ones. */
export const listCohort = async (
  { clock, subscriptions }: Pick<CountDeps, 'clock' | 'subscriptions'>,
  read: TallyReader,
  basicPlanIds: readonly Id[],
  freePlanIds: readonly Id[],
): Promise<CountedGroup[]> => {
  const groups: CountedGroup[] = []
  for (const planId of basicPlanIds) groups.push(...(await readGroups(read, planId)))
  for (const planId of freePlanIds)
    groups.push(...(await readGroups(read, planId)).filter(({ hasAddOns }) => hasAddOns))
  const ended = await subscriptions.listEnded(clock.now())
  const endedChanges = ended.flatMap((subscription) => groupChanges(subscription, null))
  return groups.map((group) => {
    const changes = endedChanges.filter((change) => groupKey(change.group) === group.key)
    return {
      ...group,
      count: changes.reduce((sum, change) => sum + change.count, group.count),
      additionsCents: changes.reduce((sum, change) => sum + change.additionsCents, group.additionsCents),
    }
  })
}

type DayCount = { date: CalendarDate; value: number }

export const listSignupsByDay = async (
  read: TallyReader,
  from: CalendarDate,
  to: CalendarDate,
): Promise<DayCount[]> => {
  const days = await read({ family: 'signups', span: 'day', from, to })
  return fillDays(from, to, new Map(days.map(({ bucket, count }) => [bucket, count])))
}

/** The number of subscriptions active at the end of each day: all changes up to it. */
export const listActiveByDay = async (
  read: TallyReader,
  from: CalendarDate,
  to: CalendarDate,
): Promise<DayCount[]> => {
  const family = 'active-changes'
  const first = `${toMonth(from)}-01`
  const months = await read({ family, span: 'month', from: firstMonth, to: toMonth(addDays(first, -1)) })
  const days = await read({ family, span: 'day', from: first, to })
  const changes = fillDays(first, to, new Map(days.map(({ bucket, count }) => [bucket, count])))
  let active = months.reduce((sum, { count }) => sum + count, 0)
  return changes
    .map(({ date, value }) => ({ date, value: (active += value) }))
    .filter(({ date }) => date >= from)
}

/** Takes what has ended off the counts. */
export const settleCounts = async (
  deps: CountDeps & Pick<AdminBillingDeps, 'db'>,
  signal: AbortSignal,
): Promise<void> => {
  let found: number
  do {
    const ended = await deps.subscriptions.listEnded(deps.clock.now(), batchSize)
    found = ended.length
    for (const { id } of ended) {
      if (signal.aborted) return
      await settleCount(deps, id)
    }
  } while (found === batchSize)
}

const settleCount = (
  { db, clock, subscriptions, tallies }: CountDeps & Pick<AdminBillingDeps, 'db'>,
  workspaceId: Id,
): Promise<void> =>
  db.transaction(async () => {
    const current = await subscriptions.find(workspaceId)
    if (!current?.isCounted || isActive(current, clock.now())) return
    await subscriptions.uncount(workspaceId)
    await tallies.add(toGroupTallies(groupChanges(current, null)))
  })

const firstMonth = '0000-00'
const toMonth = (day: CalendarDate): string => day.slice(0, 7)

const readTotal = async (read: TallyReader, family: 'signups' | 'active'): Promise<number> =>
  (await read({ family, span: 'all', from: 'all', to: 'all' })).reduce((sum, { count }) => sum + count, 0)

/** The groups on a plan. */
const readGroups = async (read: TallyReader, planId: Id): Promise<CountedGroup[]> =>
  (await read({ family: 'groups', span: 'all', from: planId, to: planId })).map(
    ({ kind, label, count, amount }) => ({
      ...(JSON.parse(label!) as Group),
      key: kind,
      count,
      additionsCents: amount,
    }),
  )

const fillDays = (
  from: CalendarDate,
  to: CalendarDate,
  values: ReadonlyMap<CalendarDate, number>,
): DayCount[] => {
  const days: DayCount[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) days.push({ date, value: values.get(date) ?? 0 })
  return days
}

const toDailyChanges = (changes: DayChanges): Change[] =>
  [...changes].map(([day, count]) => dailyChange('active-changes', 'all', day, count))

const toGroupTallies = (changes: readonly GroupChange[]): Change[] => {
  const count = changes.reduce((sum, change) => sum + change.count, 0)
  const active: Change = {
    family: 'active',
    kind: 'all',
    bucket: 'all',
    isDated: false,
    amount: 0,
    count,
    label: null,
  }
  const groups = changes.map(({ group, ...change }): Change => ({
    family: 'groups',
    kind: groupKey(group),
    bucket: group.planId,
    isDated: false,
    amount: change.additionsCents,
    count: change.count,
    label: JSON.stringify(group),
  }))
  return count === 0 ? groups : [active, ...groups]
}
