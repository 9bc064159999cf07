import { invalid } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** Refuses a date of birth that lies ahead of `today`. */
export const checkDateOfBirth = (dateOfBirth: CalendarDate | null | undefined, today: CalendarDate): void => {
  if (dateOfBirth && dateOfBirth > today)
    throw invalid('dateOfBirth', `must not lie in the future: ${today} or earlier`)
}
