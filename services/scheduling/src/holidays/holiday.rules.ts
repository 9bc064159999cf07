import { AppError, midnightUtc, nextOccurrence, utcDay, withIsoTimes } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Holiday } from './holiday.contract.ts'
import type { StoredHoliday } from './holiday.store.ts'

type Recurrence = Pick<Holiday, 'anchorDate' | 'isRecurring' | 'recurrenceRule'>

/** Holidays as a calendar shows them: each on its next date from `today`, earliest first. */
export const chronological = (stored: readonly StoredHoliday[], today: CalendarDate): Holiday[] =>
  stored
    .map((holiday) => onNextDate(holiday, today))
    .toSorted((a, b) => order(a.date, b.date) || order(a.createdAt, b.createdAt) || order(a.id, b.id))

/** A recurring holiday moves to its next occurrence on or after `today`; a single one stays, also when past. */
export const onNextDate = (stored: StoredHoliday, today: CalendarDate): Holiday => ({
  ...withIsoTimes(stored),
  date: midnightUtc(dateFrom(stored, today)),
})

/** True when one of the holidays falls on the day. */
export const isHoliday = (holidays: readonly Recurrence[], day: CalendarDate): boolean =>
  holidays.some((holiday) => dateFrom(holiday, day) === day)

/** The calendar day of what a caller gave: a date as it is, a moment by its UTC day. */
export const dayOf = (date: string): CalendarDate => (date.length === 10 ? date : utcDay(new Date(date)))

/** Refuses a holiday that recurs without a rule; the rule of a single one is dropped. */
export const settledRule = ({ isRecurring, recurrenceRule }: Recurrence): Recurrence['recurrenceRule'] => {
  if (!isRecurring) return null
  if (recurrenceRule) return recurrenceRule
  throw new AppError('VALIDATION_FAILED', 'recurrenceRule is needed by a recurring holiday', {
    details: [{ path: 'recurrenceRule', message: 'is needed by a recurring holiday' }],
  })
}

const dateFrom = (
  { isRecurring, recurrenceRule, anchorDate }: Recurrence,
  from: CalendarDate,
): CalendarDate =>
  isRecurring && recurrenceRule ? nextOccurrence(anchorDate, recurrenceRule, from) : anchorDate

const order = (a: string, b: string): number => (a < b ? -1 : Number(a > b))
