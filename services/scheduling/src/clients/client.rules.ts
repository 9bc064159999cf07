import { AppError } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** Refuses a date of birth that lies ahead of `today`. */
export const checkDateOfBirth = (dateOfBirth: CalendarDate | null | undefined, today: CalendarDate): void => {
  if (dateOfBirth && dateOfBirth > today)
    throw new AppError('VALIDATION_FAILED', 'dateOfBirth must not lie in the future', {
      details: [{ path: 'dateOfBirth', message: `must be ${today} or earlier` }],
    })
}
