import { AppError, invalid, toMinor } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { ClientDiscount } from './client.contract.ts'

/** Refuses a date of birth that lies ahead of `today`. */
export const checkDateOfBirth = (dateOfBirth: CalendarDate | null | undefined, today: CalendarDate): void => {
  if (dateOfBirth && dateOfBirth > today)
    throw invalid('dateOfBirth', `must not lie in the future: ${today} or earlier`)
}

/** Refuses a fixed discount that is no amount of the currency: more places than it has, or too large to be exact. */
export const checkDiscount = (discount: ClientDiscount | null | undefined, currencyCode: string): void => {
  if (discount?.kind !== 'fixed') return
  try {
    toMinor(discount.value, currencyCode)
  } catch (error) {
    throw error instanceof AppError ? invalid('discount.value', `is refused: ${error.message}`) : error
  }
}
