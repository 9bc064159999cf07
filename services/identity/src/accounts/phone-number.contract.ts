import { isPossiblePhoneNumber } from 'libphonenumber-js/max'
import { z } from 'zod'

export const PhoneNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a phone number in E.164 format, such as +14155550123' })
  .refine((phone) => isPossiblePhoneNumber(phone), {
    error: 'is not a possible phone number; check the country code and the digits',
    abort: true,
  })
