import { isPossiblePhoneNumber } from 'libphonenumber-js/max'
import { z } from 'zod'

/** A phone number in E.164 that could exist. */
export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a number in E.164, such as +14155550123' })
  .refine((phone) => isPossiblePhoneNumber(phone), {
    error: 'is no possible phone number: check the country code and the digits',
    abort: true,
  })
