import { addDays } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import type { CounterReader } from '../counters/counter.store.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { groupChanges, priceGroupKey } from '../counters/subscription-counter.rules.ts'
import type { PriceGroup } from '../counters/subscription-counter.rules.ts'
import type { Point } from './dashboard.contract.ts'
import type { CountedGroup } from './dashboard.rules.ts'

/**
 * Nothing is written when a subscription ends, so `countActive` and `listCohort` subtract the subscriptions that
 * ended since the settle-counters job last ran.
 */
type CountDeps = Pick<AdminBillingDeps, 'clock' | 'subscriptions'>

export const countSignups = (read: CounterReader): Promise<number> => readTotal(read, 'signups')

export const countActive = async (
  { clock, subscriptions }: CountDeps,
  read: CounterReader,
): Promise<number> => (await readTotal(read, 'active')) - (await subscriptions.countEnded(clock.now()))

/** Lists the price groups on basic plans, plus those with add-ons on free plans. */
export const listCohort = async (
  { clock, subscriptions }: CountDeps,
  read: CounterReader,
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
    const changes = endedChanges.filter((change) => priceGroupKey(change.group) === group.key)
    return {
      ...group,
      count: changes.reduce((sum, change) => sum + change.count, group.count),
      additionsCents: changes.reduce((sum, change) => sum + change.additionsCents, group.additionsCents),
    }
  })
}

export const listSignupsByDay = async (
  read: CounterReader,
  from: CalendarDate,
  to: CalendarDate,
): Promise<Point[]> => {
  const days = await read({ name: 'signups', span: 'day', from, to })
  return fillDays(from, to, new Map(days.map(({ bucket, count }) => [bucket, count])))
}

/** Returns the number of subscriptions active at the end of each day: the sum of all changes up to that day. */
export const listActiveByDay = async (
  read: CounterReader,
  from: CalendarDate,
  to: CalendarDate,
): Promise<Point[]> => {
  const name = 'active-changes'
  const first = `${toMonth(from)}-01`
  const months = await read({ name, span: 'month', from: firstMonth, to: toMonth(addDays(first, -1)) })
  const days = await read({ name, span: 'day', from: first, to })
  const changes = fillDays(first, to, new Map(days.map(({ bucket, count }) => [bucket, count])))
  let active = months.reduce((sum, { count }) => sum + count, 0)
  return changes
    .map(({ date, value }) => ({ date, value: (active += value) }))
    .filter(({ date }) => date >= from)
}

const firstMonth = '0000-00'
const toMonth = (day: CalendarDate): string => day.slice(0, 7)

const readTotal = async (read: CounterReader, name: 'signups' | 'active'): Promise<number> =>
  (await read({ name, span: 'all', from: 'all', to: 'all' })).reduce((sum, { count }) => sum + count, 0)

const readGroups = async (read: CounterReader, planId: Id): Promise<CountedGroup[]> =>
  (await read({ name: 'groups', span: 'all', from: planId, to: planId })).map(
    ({ kind, label, count, amount }) => ({
      ...(JSON.parse(label!) as PriceGroup),
      key: kind,
      count,
      additionsCents: amount,
    }),
  )

const fillDays = (
  from: CalendarDate,
  to: CalendarDate,
  values: ReadonlyMap<CalendarDate, number>,
): Point[] => {
  const days: Point[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) days.push({ date, value: values.get(date) ?? 0 })
  return days
}
