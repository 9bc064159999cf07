import { AppError, invalid, nextOccurrence } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Holiday } from './holiday.contract.ts'

type Recurrence = Pick<Holiday, 'anchorDate' | 'isRecurring' | 'recurrenceRule'>

/**
 * Returns the next occurrence on or after a day, or null when none is left. For a non-recurring holiday, returns its
 * date, even if it is before the day.
 */
export const nextDate = (
  { isRecurring, recurrenceRule, anchorDate }: Recurrence,
  from: CalendarDate,
): CalendarDate | null =>
  isRecurring && recurrenceRule ? nextOccurrence(anchorDate, recurrenceRule, from) : anchorDate

/** Returns whether one of the holidays falls on the day. */
export const isHoliday = (holidays: readonly Recurrence[], day: CalendarDate): boolean =>
  holidays.some((holiday) => nextDate(holiday, day) === day)

const maxSingle = 2000
const maxRecurring = 100

/** Throws 422 when the workspace already has the maximum number of holidays of this kind. */
export const checkHolidayCount = (count: number, isRecurring: boolean): void => {
  const max = isRecurring ? maxRecurring : maxSingle
  if (count >= max)
    throw new AppError(
      'VALIDATION_FAILED',
      `A workspace can have at most ${max} ${isRecurring ? 'recurring' : 'non-recurring'} holidays; remove one first`,
    )
}

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
