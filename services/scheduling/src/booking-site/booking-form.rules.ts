import { AppError } from '@wp/kernel'
import { fillText, textsFor } from '@wp/texts'
import type { Texts } from '@wp/texts'
import type { PublicBookingPage } from '../online-bookings/online-booking.contract.ts'

type Field = PublicBookingPage['fields'][number]

/** The booking form as submitted. */
export type BookingForm = {
  key: string
  serviceId: string
  staffId: string
  date: string
  startTime: string
  name: string
  email: string
  phone: string
  note: string
  /** The answers to custom fields by key. */
  values: Readonly<Record<string, string[]>>
}

/** Parses the form; missing fields become empty strings. */
export const readBookingForm = (text: string): BookingForm => {
  const fields = new URLSearchParams(text)
  const field = (name: string) => (fields.get(name) ?? '').trim()
  const keys = [...new Set(fields.keys())].filter((name) => name.startsWith('field.'))
  return {
    key: field('key'),
    serviceId: field('serviceId'),
    staffId: field('staffId'),
    date: field('date'),
    startTime: field('startTime'),
    name: field('name'),
    email: field('email'),
    phone: field('phone'),
    note: field('note'),
    values: Object.fromEntries(
      keys.map((name) => [
        name.slice('field.'.length),
        fields
          .getAll(name)
          .map((value) => value.trim())
          .filter((value) => value !== ''),
      ]),
    ),
  }
}

/** Converts the form to the API's request body, which is then validated against its schema. */
export const toNewBooking = (form: BookingForm, fields: readonly Field[], language: string) => ({
  serviceId: form.serviceId,
  ...(form.staffId !== '' && { staffId: form.staffId }),
  date: form.date,
  startTime: form.startTime,
  customer: { name: form.name, email: form.email || null, phone: form.phone || null, language },
  note: form.note || null,
  fieldValues: fields.flatMap(({ key, type }) => {
    const given = form.values[key] ?? []
    const [first] = given
    if (first === undefined) return []
    return [{ fieldKey: key, value: toValue(type, first, given) }]
  }),
})

const toValue = (type: Field['type'], first: string, given: readonly string[]): unknown => {
  if (type === 'number') return Number(first)
  if (type === 'checkbox') return true
  return type === 'multiselect' ? given : first
}

/** Returns the message for the first part of the form that is invalid, in the order of the form. */
export const formError = (language: string, paths: readonly string[]): string => {
  const texts = textsFor(language).booking
  if (paths.some((path) => path.startsWith('customer.name'))) return texts.nameNeeded
  if (paths.some((path) => path.startsWith('customer'))) return texts.contactNeeded
  return texts.takenNow
}

const textNames: Partial<Record<string, keyof Texts['booking']>> = {
  SESSION_CONFLICT: 'takenNow',
  CLOSED: 'closed',
  BOOKING_LIMIT: 'limit',
  TOO_LATE: 'tooLate',
  IDEMPOTENCY_KEY_REUSED: 'sentAlready',
  NOT_FOUND: 'gone',
}

/** Returns the message for a rejected booking, or null when the error has another cause. */
export const bookingError = (
  language: string,
  error: unknown,
  fields: readonly Field[] = [],
  answers: readonly { fieldKey: string }[] = [],
): string | null => {
  if (!(error instanceof AppError)) return null
  const texts = textsFor(language).booking
  if (error.code === 'VALIDATION_FAILED') return validationError(language, error, fields, answers)
  const text = textNames[error.code]
  return text === undefined ? null : texts[text]
}

/** The messages of the API are in English, so only the names of the fields are shown. */
const validationError = (
  language: string,
  { details = [] }: AppError,
  fields: readonly Field[],
  answers: readonly { fieldKey: string }[],
): string => {
  const texts = textsFor(language).booking
  if (!details.some(({ path }) => path.startsWith('fieldValues'))) return texts.takenNow
  const wrong = fields.filter(({ key, label }) =>
    details.some(({ path, message }) => {
      const at = /^fieldValues\.(\d+)/.exec(path)?.[1]
      return at === undefined
        ? message.includes(`"${label}" (${key})`)
        : answers[Number(at)]?.fieldKey === key
    }),
  )
  const names = (wrong.length > 0 ? wrong : fields).map(({ label }) => label)
  return fillText(texts.fieldsWrong, { fields: names.join(', ') })
}
