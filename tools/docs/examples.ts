/** Matches names of fields that may contain secrets. */
const secrets = /token|secret|password|code|uri|otpauth|qr|feedUrl/i

/** Returns a copy of a reply for the API reference, with secrets replaced. */
export const toExample = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => toExample(item, name))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toExample(inner, key)]))
  return typeof value === 'string' && isSecret(name, value) ? '…' : value
}

const isSecret = (name: string, value: string): boolean =>
  /^ey[\w-]+\.ey/.test(value) ||
  (secrets.test(name) && value.length >= 6 && /\d/.test(value) && !/^\d{4}-/.test(value))

/**
 * Returns a copy of a request's body for the API reference. Passwords and codes are kept, so that the example
 * is accepted; tokens and secrets issued in the test are replaced, and texts are trimmed like the platform
 * does.
 */
export const toRequestExample = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((item) => toRequestExample(item, name))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, toRequestExample(inner, key)]),
    )
  if (typeof value !== 'string') return value
  return /token|secret/i.test(name) && isSecret(name, value) ? '…' : value.trim()
}

/** Returns the content of the examples file: one line per operation, sorted. */
export const examplesText = (examples: Record<string, unknown>): string => {
  const lines = Object.entries(examples)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([routeId, replies]) => `  ${JSON.stringify(routeId)}: ${JSON.stringify(replies)}`)
  return `{\n${lines.join(',\n')}\n}\n`
}
