import { invalid, toMinor } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { ClientDiscount } from './client.contract.ts'

/** Throws 422 for a date of birth after `today`. */
export const checkDateOfBirth = (dateOfBirth: CalendarDate | null | undefined, today: CalendarDate): void => {
  if (dateOfBirth && dateOfBirth > today) throw invalid('dateOfBirth', `must not be in the future`)
}

/** Throws 422 when a fixed discount has too many decimal places or is too large to be exact. */
export const checkDiscount = (discount: ClientDiscount | null | undefined, currencyCode: string): void => {
  if (discount?.kind === 'fixed') toMinor(discount.value, currencyCode, 'discount.value')
}
