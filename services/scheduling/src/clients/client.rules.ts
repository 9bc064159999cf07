import { AppError } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** Refuses a date of birth that lies ahead of `today`. */
export const checkDateOfBirth = (dateOfBirth: CalendarDate | null | undefined, today: CalendarDate): void => {
  if (dateOfBirth && dateOfBirth > today)
    throw new AppError('VALIDATION_FAILED', 'dateOfBirth must not lie in the future', {
      details: [{ path: 'dateOfBirth', message: `must be ${today} or earlier` }],
    })
}

/** Text as it is compared in a search: without case, width or surrounding space. */
export const searchable = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/** The texts that a search may begin with: the whole name, each later word of it, the email, the phone. */
export const searchKeys = (client: {
  name: string
  email: string | null
  phone: string | null
}): string[] => {
  const name = searchable(client.name)
  const laterWords = name.split(/\s+/).slice(1)
  const contacts = [client.email, client.phone].filter((contact) => contact !== null).map(searchable)
  return [...new Set([name, ...laterWords, ...contacts])]
}
