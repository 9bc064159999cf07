import { addDays } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import type { TallyReader } from '../tallies/tally.store.ts'
import type { Group } from './count.rules.ts'

const monthOf = (day: CalendarDate): string => day.slice(0, 7)
const firstMonth = '0000-00'

const total = async (read: TallyReader, family: 'signups' | 'active'): Promise<number> =>
  (await read({ family, span: 'all', from: 'all', to: 'all' })).reduce((sum, { count }) => sum + count, 0)

export const readSignups = (read: TallyReader): Promise<number> => total(read, 'signups')
export const readCounted = (read: TallyReader): Promise<number> => total(read, 'active')

export type CountedGroup = Group & { key: string; count: number; additionsCents: number }

/** The groups on a plan. */
export const readGroups = async (read: TallyReader, planId: Id): Promise<CountedGroup[]> =>
  (await read({ family: 'groups', span: 'all', from: planId, to: planId })).map(
    ({ kind, label, count, amount }) => ({
      ...(JSON.parse(label!) as Group),
      key: kind,
      count,
      additionsCents: amount,
    }),
  )

type Row = { date: CalendarDate; value: number }

export const readSignupDays = async (
  read: TallyReader,
  from: CalendarDate,
  to: CalendarDate,
): Promise<Row[]> => {
  const days = await read({ family: 'signups', span: 'day', from, to })
  return filled(from, to, new Map(days.map(({ mark, count }) => [mark, count])))
}

/** The number of subscriptions active at the end of each day: all changes up to it. */
export const readActiveDays = async (
  read: TallyReader,
  from: CalendarDate,
  to: CalendarDate,
): Promise<Row[]> => {
  const family = 'active-changes'
  const first = `${monthOf(from)}-01`
  const months = await read({ family, span: 'month', from: firstMonth, to: monthOf(addDays(first, -1)) })
  const days = await read({ family, span: 'day', from: first, to })
  const changes = filled(first, to, new Map(days.map(({ mark, count }) => [mark, count])))
  let active = months.reduce((sum, { count }) => sum + count, 0)
  return changes
    .map(({ date, value }) => ({ date, value: (active += value) }))
    .filter(({ date }) => date >= from)
}

const filled = (from: CalendarDate, to: CalendarDate, values: ReadonlyMap<CalendarDate, number>): Row[] => {
  const rows: Row[] = []
  for (let date = from; date <= to; date = addDays(date, 1)) rows.push({ date, value: values.get(date) ?? 0 })
  return rows
}
