/** Returns a search parameter as text. The router parses parameters that look like numbers or booleans. */
export const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined
}
