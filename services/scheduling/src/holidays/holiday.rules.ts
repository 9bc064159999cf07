import { invalid, nextOccurrence } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Holiday } from './holiday.contract.ts'

type Recurrence = Pick<Holiday, 'anchorDate' | 'isRecurring' | 'recurrenceRule'>

/** The next occurrence of a recurring holiday on or after a day, null when it has none left; the day of a single one. */
export const nextDate = (
  { isRecurring, recurrenceRule, anchorDate }: Recurrence,
  from: CalendarDate,
): CalendarDate | null =>
  isRecurring && recurrenceRule ? nextOccurrence(anchorDate, recurrenceRule, from) : anchorDate

/** True when one of the holidays falls on the day. */
export const isHoliday = (holidays: readonly Recurrence[], day: CalendarDate): boolean =>
  holidays.some((holiday) => nextDate(holiday, day) === day)

/** The rule to keep: none for a single holiday; refuses a recurring one without a rule. */
export const recurrenceRuleFor = ({
  isRecurring,
  recurrenceRule,
}: Pick<Recurrence, 'isRecurring' | 'recurrenceRule'>): Recurrence['recurrenceRule'] => {
  if (!isRecurring) return null
  if (recurrenceRule) return recurrenceRule
  throw invalid('recurrenceRule', 'is needed by a recurring holiday')
}
