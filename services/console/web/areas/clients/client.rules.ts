import type { Client, Session } from '@workspace-platform/client/scheduling'
import { toNumber } from '../../i18n/number.rules.ts'

/** A client as the form edits it, with strings only. */
export type ClientFields = {
  name: string
  phone: string
  email: string
  dateOfBirth: string
  gender: string
  language: string
  discountKind: string
  discountValue: string
  notes: string
  externalId: string
}

export const emptyClient: ClientFields = {
  name: '',
  phone: '',
  email: '',
  dateOfBirth: '',
  gender: '',
  language: '',
  discountKind: '',
  discountValue: '',
  notes: '',
  externalId: '',
}

/** Returns the form values for a client. */
export const toFields = (client: Client): ClientFields => ({
  name: client.name,
  phone: client.phone ?? '',
  email: client.email ?? '',
  dateOfBirth: client.dateOfBirth?.slice(0, 10) ?? '',
  gender: client.gender ?? '',
  language: client.language ?? '',
  discountKind: client.discount?.kind ?? '',
  discountValue: client.discount ? String(client.discount.value) : '',
  notes: client.notes ?? '',
  externalId: client.externalId ?? '',
})

const orNull = (text: string): string | null => text.trim() || null

/** Returns the body for the API. Numbers may be written with a comma or with Arabic digits. */
export const toBody = (fields: ClientFields) => ({
  name: fields.name.trim(),
  phone: orNull(fields.phone),
  email: orNull(fields.email),
  dateOfBirth: orNull(fields.dateOfBirth),
  gender: (fields.gender || null) as Client['gender'],
  language: fields.language || null,
  discount:
    fields.discountKind === ''
      ? null
      : { kind: fields.discountKind as 'fixed' | 'percentage', value: toNumber(fields.discountValue) },
  notes: orNull(fields.notes),
  externalId: orNull(fields.externalId),
})

/** Returns the contacts by which the same person could be found again. */
export const contactsOf = ({ email, phone }: Pick<Client, 'email' | 'phone'>): string[] =>
  [email, phone].flatMap((contact) => contact?.trim() || [])

/** Returns the clients that have an email address or phone number of this one, each once. */
export const sameContacts = (
  client: Pick<Client, 'id' | 'email' | 'phone'>,
  found: readonly Client[],
): Client[] => {
  const email = client.email?.toLowerCase()
  const digits = client.phone?.replaceAll(/\D/g, '')
  const isSame = (other: Client): boolean =>
    (Boolean(email) && other.email?.toLowerCase() === email) ||
    (Boolean(digits) && other.phone?.replaceAll(/\D/g, '') === digits)
  return newestOnce(found).filter((other) => other.id !== client.id && isSame(other))
}

const maxNotes = 10_000

/** Returns the details that a client lacks and another one has; notes of both are kept. */
export const missingDetails = (kept: Client, other: Client) => {
  const notes = [kept.notes, other.notes].filter(Boolean).join('\n\n')
  return {
    ...(kept.email === null && other.email !== null && { email: other.email }),
    ...(kept.phone === null && other.phone !== null && { phone: other.phone }),
    ...(kept.dateOfBirth === null &&
      other.dateOfBirth !== null && { dateOfBirth: other.dateOfBirth.slice(0, 10) }),
    ...(kept.gender === null && other.gender !== null && { gender: other.gender }),
    ...(kept.language === null && other.language !== null && { language: other.language }),
    ...(kept.discount === null && other.discount !== null && { discount: other.discount }),
    ...(other.notes && other.notes !== kept.notes && notes.length <= maxNotes && { notes }),
    ...(kept.possibleDuplicateOf === other.id && { possibleDuplicateOf: null }),
  }
}

const startOf = ({ date, startTime }: Session): string => `${date.slice(0, 10)} ${startTime}`

/** Returns sessions by their day and time, the latest first. */
export const latestFirst = (sessions: readonly Session[]): Session[] =>
  sessions.toSorted((a, b) => (startOf(a) < startOf(b) ? 1 : -1))

/** Merges several lists of records by creation time, newest first, without duplicates. */
export const newestOnce = <Item extends { id: string; createdAt: string }>(items: readonly Item[]): Item[] =>
  [...new Map(items.map((item) => [item.id, item])).values()].toSorted((a, b) =>
    a.createdAt < b.createdAt ? 1 : -1,
  )
