import { z } from 'zod'

const isTimeZone = (name: string): boolean => {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** An IANA time zone name; an offset such as `+02:00` is rejected. */
export const TimeZone = z
  .string()
  .refine(isTimeZone, { error: 'must be an IANA time zone, such as Africa/Cairo or UTC' })
