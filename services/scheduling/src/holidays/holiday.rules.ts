import { invalid, nextOccurrence } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Holiday } from './holiday.contract.ts'

type Recurrence = Pick<Holiday, 'anchorDate' | 'isRecurring' | 'recurrenceRule'>

/**
 * Returns the next occurrence on or after a day, or null when none is left. A non-recurring holiday returns its own
 * date.
 */
export const nextDate = (
  { isRecurring, recurrenceRule, anchorDate }: Recurrence,
  from: CalendarDate,
): CalendarDate | null =>
  isRecurring && recurrenceRule ? nextOccurrence(anchorDate, recurrenceRule, from) : anchorDate

/** Returns whether one of the holidays falls on the day. */
export const isHoliday = (holidays: readonly Recurrence[], day: CalendarDate): boolean =>
  holidays.some((holiday) => nextDate(holiday, day) === day)

/**
 * Returns the recurrence rule to store, or null for a non-recurring holiday. Throws 422 for a recurring holiday
 * without a rule.
 */
export const recurrenceRuleFor = ({
  isRecurring,
  recurrenceRule,
}: Pick<Recurrence, 'isRecurring' | 'recurrenceRule'>): Recurrence['recurrenceRule'] => {
  if (!isRecurring) return null
  if (recurrenceRule) return recurrenceRule
  throw invalid('recurrenceRule', 'is required for a recurring holiday')
}
