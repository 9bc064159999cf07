import { invalid, toMinor } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { ClientChanges, ClientDiscount } from './client.contract.ts'

/** Throws 422 when a client's fields break a rule of its workspace. */
export const checkClient = (
  { dateOfBirth, discount }: Pick<ClientChanges, 'dateOfBirth' | 'discount'>,
  now: Date,
  { timeZone, currencyCode }: { timeZone: string; currencyCode: string },
): void => {
  checkDateOfBirth(dateOfBirth, now, timeZone)
  checkDiscount(discount, currencyCode)
}

/** Throws 422 for a date of birth after the current day in the workspace's time zone. */
export const checkDateOfBirth = (
  dateOfBirth: CalendarDate | null | undefined,
  now: Date,
  timeZone: string,
): void => {
  if (dateOfBirth && dateOfBirth > dayIn(timeZone, now))
    throw invalid('dateOfBirth', 'must not be in the future')
}

/** Swedish dates have the form YYYY-MM-DD. */
const dayIn = (timeZone: string, now: Date): CalendarDate =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now)

/** Throws 422 when a fixed discount has too many decimal places or is too large to be exact. */
export const checkDiscount = (discount: ClientDiscount | null | undefined, currencyCode: string): void => {
  if (discount?.kind === 'fixed') toMinor(discount.value, currencyCode, 'discount.value')
}
