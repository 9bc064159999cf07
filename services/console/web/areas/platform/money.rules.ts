import { isDate } from '../../app/search-parameter.rules.ts'

export const paymentTypes = ['subscription', 'storage', 'sms', 'ai-tools'] as const

/** Returns noon UTC of a day, which is the same day in most time zones. */
export const toMoment = (day: string): string => `${day}T12:00:00.000Z`

type Days = { from?: string | undefined; to?: string | undefined }

/** Returns the days of an address as filters; other texts are left out. */
export const toDays = ({ from, to }: Days): { from?: string; to?: string } => ({
  ...(isDate(from) && { from }),
  ...(isDate(to) && { to }),
})
