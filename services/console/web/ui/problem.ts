import { ApiError, ConnectionError } from '@workspace-platform/client'
import { toFieldMessage, translate } from './field-messages.ts'
import type { Text } from './field-messages.ts'

/** A message for users, and the request id for support. */
export type Problem = { message: string; reference: string | null }

/** Returns what to show for an error: the text for its code if there is one, otherwise the message of the API. */
export const toProblem = (error: unknown, text: Text): Problem => {
  if (error instanceof ConnectionError) return { message: text('error.connection'), reference: null }
  if (!(error instanceof ApiError)) {
    // A page that was opened offline has no login yet, so calls fail before they are sent.
    const key = globalThis.navigator?.onLine === false ? 'error.connection' : 'error.other'
    return { message: text(key), reference: null }
  }
  const isInternal = error.status >= 500
  const known = translate(text, `error.${error.code}`, { message: error.message })
  return {
    message: known ?? (isInternal ? text('error.other') : error.message),
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
    const shown = toFieldMessage(message, text)
    const field = fields.find((name) => path === name || path.startsWith(`${name}.`))
    if (field) byField[field] ??= shown
    else others.push(path ? `${path} ${shown}` : shown)
  }
  return { byField, others }
}
