import { isDate } from '../../app/search-parameter.rules.ts'

export const paymentTypes = ['subscription', 'storage', 'sms', 'ai-tools'] as const

/** Returns noon UTC on a day, which is the same day in most time zones. */
export const toMoment = (day: string): string => `${day}T12:00:00.000Z`

type Days = { from?: string | undefined; to?: string | undefined }

/** Returns the days in a URL as filters and drops malformed ones. */
export const toDays = ({ from, to }: Days): { from?: string; to?: string } => ({
  ...(isDate(from) && { from }),
  ...(isDate(to) && { to }),
})
