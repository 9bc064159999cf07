import { addDays, fromMinor, invalid, nextOccurrence, occurrencesBetween, toMinor } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

const maxDaysBack = 366

export type Schedule = {
  frequency: 'daily' | 'monthly' | 'yearly'
  dayOfMonth: number | null
  monthOfYear: number | null
  startDate: CalendarDate
  endDate: CalendarDate | null
}

/** Refuses a rule that ends before it starts. */
export const checkPeriod = ({ startDate, endDate }: Pick<Schedule, 'startDate' | 'endDate'>): void => {
  if (endDate !== null && endDate < startDate) throw invalid('endDate', 'must not be before startDate')
}

/** Refuses a start from which on too much would be due at once. */
export const checkStart = (startDate: CalendarDate, today: CalendarDate): void => {
  if (startDate < addDays(today, -maxDaysBack))
    throw invalid('startDate', `must lie at most ${maxDaysBack} days back`)
}

/** The first day on or after `from` on which the rule falls due; null when there is none until its end. */
export const nextDueDate = (schedule: Schedule, from: CalendarDate): CalendarDate | null => {
  const next = nextOccurrence(schedule.startDate, schedule, from)
  return next !== null && (schedule.endDate === null || next <= schedule.endDate) ? next : null
}

/** The days from `from` to today, both included, on which the rule fell due, at most `limit` of them. */
export const dueDates = (
  schedule: Schedule,
  from: CalendarDate,
  today: CalendarDate,
  limit = Number.POSITIVE_INFINITY,
): CalendarDate[] => {
  const { startDate, endDate } = schedule
  const last = endDate !== null && endDate < today ? endDate : today
  return occurrencesBetween(startDate, schedule, from, last).slice(0, limit)
}

type Money = { amountMinor: number; currencyCode: string }

/** What a change makes of a rule; its amount stays the same number in another currency. */
export const toChangedRule = <Rule extends Schedule & Money>(
  rule: Rule,
  {
    amount,
    ...changes
  }: { [Field in keyof Rule]?: Rule[Field] | undefined } & { amount?: number | undefined },
): Rule => {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
  const changed: Rule = { ...rule, ...given }
  const decimal = amount ?? fromMinor(rule.amountMinor, rule.currencyCode)
  checkPeriod(changed)
  return { ...changed, amountMinor: toMinor(decimal, changed.currencyCode) }
}
