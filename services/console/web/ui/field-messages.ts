import type { TextKey } from '../i18n/text-key.ts'

export type Text = (key: TextKey, values?: Record<string, string | number>) => string

/** The API writes its messages in English; these have a translation. */
const texts: Record<string, TextKey> = {
  'is required': 'form.required',
  'must have at least 8 characters': 'field.password8',
  'must contain a digit': 'field.passwordDigit',
  'already exists': 'field.exists',
  'already exists in this workspace': 'field.exists',
  'is already taken': 'field.exists',
  'is already in use': 'field.exists',
  'is invalid': 'field.invalid',
  'is invalid or has expired': 'field.expired',
  'must be an email address': 'form.email',
  'must be a valid email address': 'form.email',
  'must be within working hours': 'field.outsideHours',
  'cannot be a holiday': 'field.holiday',
  'must be a number': 'field.number',
  'must be a finite number': 'field.number',
  'must be a whole number': 'field.whole',
  'must not be empty': 'form.required',
  'must not be in the future': 'field.notFuture',
  'must be in the future': 'field.future',
  'must not be after to': 'field.order',
  'must not be before startDate': 'field.order',
  'must be after startsAt': 'field.order',
  'must be an https URL': 'field.https',
  'must be an active tax rate of the workspace': 'field.notActive',
  'must be an active unit': 'field.notActive',
  'must be the code of an active coupon': 'field.coupon',
  'must be the code of a coupon in this workspace': 'field.coupon',
}

/** Messages with a number, or about something that users do not see, such as an id. */
const patterns: [RegExp, TextKey][] = [
  [/^cannot overlap session /, 'field.overlap'],
  [/^must be a phone number/, 'field.phone'],
  [/^must have at least ([\d,.]+) characters?$/, 'field.atLeastCharacters'],
  [/^must have at most ([\d,.]+) characters?$/, 'field.atMostCharacters'],
  [/^must have at most ([\d,.]+) decimal places?$/, 'field.atMostPlaces'],
  [/^must (?:have|contain) at least (?:one|1)\b/, 'form.required'],
  [/^must (?:have|contain) at most ([\d,.]+)\b/, 'field.atMostItems'],
  [/^must be (?:more|greater) than (-?[\d,.]+)$/, 'field.moreThan'],
  [/^must be at least (-?[\d,.]+)$/, 'field.atLeast'],
  [/^must be less than (-?[\d,.]+)$/, 'field.lessThan'],
  [/^must be at most (-?[\d,.]+)$/, 'field.atMost'],
]

/** Returns a text, or null when it does not exist or is not loaded yet. */
export const translate = (
  text: Text,
  key: string,
  values: Record<string, string | number> = {},
): string | null => {
  const found = text(key as TextKey, values)
  return found === key ? null : found
}

/** Returns a message about a field in the user's language, or the API's message if it has no translation. */
export const toFieldMessage = (message: string, text: Text): string => {
  const known = texts[message]
  if (known) return translate(text, known) ?? message
  for (const [pattern, key] of patterns) {
    const found = pattern.exec(message)
    if (!found) continue
    const limit = found[1]?.replaceAll(',', '')
    return translate(text, key, limit === undefined ? {} : { limit: Number(limit) }) ?? message
  }
  return message
}
