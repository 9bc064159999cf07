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

/** Throws 422 when the rule ends before it starts. */
export const checkPeriod = ({ startDate, endDate }: Pick<Schedule, 'startDate' | 'endDate'>): void => {
  if (endDate !== null && endDate < startDate) throw invalid('endDate', 'must not be before startDate')
}

/** Throws 422 when the start is so long ago that too many occurrences would be due immediately. */
export const checkStart = (startDate: CalendarDate, today: CalendarDate): void => {
  if (startDate < addDays(today, -maxDaysBack))
    throw invalid('startDate', `must be at most ${maxDaysBack} days ago`)
}

/** Returns the first due date on or after `from`, or null when the rule ends before that date. */
export const nextDueDate = (schedule: Schedule, from: CalendarDate): CalendarDate | null => {
  const next = nextOccurrence(schedule.startDate, schedule, from)
  return next !== null && (schedule.endDate === null || next <= schedule.endDate) ? next : null
}

/** Returns up to `limit` due dates from `from` to today or the rule's end, whichever is earlier, inclusive. */
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

/** Applies changes to a rule. When only the currency changes, the amount stays the same number. */
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
