import { ApiError, ConnectionError } from '@workspace-platform/client'
import type { TextKey } from '../i18n/text-key.ts'

/** A message for people, and the number with which support finds the request. */
export type Problem = { message: string; reference: string | null }

type Text = (key: TextKey, values?: Record<string, string | number>) => string

const codes: Record<string, TextKey> = {
  INVALID_CREDENTIALS: 'error.INVALID_CREDENTIALS',
  MFA_FAILED: 'error.MFA_FAILED',
  RATE_LIMITED: 'error.RATE_LIMITED',
  FORBIDDEN: 'error.FORBIDDEN',
  NOT_FOUND: 'error.NOT_FOUND',
  SUBSCRIPTION_EXPIRED: 'error.SUBSCRIPTION_EXPIRED',
  UNAVAILABLE: 'error.UNAVAILABLE',
  SESSION_CONFLICT: 'error.SESSION_CONFLICT',
  OUTSIDE_WORKING_HOURS: 'error.OUTSIDE_WORKING_HOURS',
  QUOTA_EXCEEDED: 'error.QUOTA_EXCEEDED',
}

/** The API writes its messages in English; these have a translation. */
const fieldMessages: Record<string, TextKey> = {
  'is required': 'form.required',
  'must have at least 8 characters': 'field.password8',
  'must contain a digit': 'field.passwordDigit',
  'already exists': 'field.exists',
  'is invalid': 'field.invalid',
  'is invalid or has expired': 'field.expired',
  'must be an email address': 'form.email',
  'must be a valid email address': 'form.email',
  'must be within working hours': 'field.outsideHours',
  'cannot be a holiday': 'field.holiday',
  'must be a number': 'field.number',
}

const messageKey = (message: string): TextKey | undefined =>
  message.startsWith('cannot overlap session ') ? 'field.overlap' : fieldMessages[message]

/** Returns what to show for an error: our text for known codes, otherwise the message of the API. */
export const toProblem = (error: unknown, text: Text): Problem => {
  if (error instanceof ConnectionError) return { message: text('error.connection'), reference: null }
  if (!(error instanceof ApiError)) {
    // A page that was opened offline has no login yet, so that calls fail before they are sent.
    const key = globalThis.navigator?.onLine === false ? 'error.connection' : 'error.other'
    return { message: text(key), reference: null }
  }
  const key = codes[error.code]
  const isInternal = error.status >= 500
  return {
    message: key ? text(key) : isInternal ? text('error.other') : error.message,
    reference: isInternal && error.requestId ? text('error.requestId', { id: error.requestId }) : null,
  }
}

/**
 * Returns the messages of an error by field. A detail about a part of a field (`items.0.name`) belongs to the field
 * whose name its path begins with; details about no field of the form are returned as `others`.
 */
export const toFieldErrors = (
  details: ApiError['details'],
  fields: readonly string[],
  text: Text,
): { byField: Record<string, string>; others: string[] } => {
  const byField: Record<string, string> = {}
  const others: string[] = []
  for (const { path, message } of details) {
    const known = messageKey(message)
    const shown = known ? text(known) : message
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`))
    if (field) byField[field] ??= shown
    else others.push(path ? `${path} ${shown}` : shown)
  }
  return { byField, others }
}
