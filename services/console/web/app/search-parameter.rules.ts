/** Returns a search parameter as text. The router parses parameters that look like numbers or booleans. */
export const toText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? `${value}` : undefined
}

/** Returns search parameters without some of them. */
export const without = <Parameters extends object, Name extends keyof Parameters>(
  parameters: Parameters,
  ...names: Name[]
): Omit<Parameters, Name> =>
  Object.fromEntries(Object.entries(parameters).filter(([name]) => !names.includes(name as Name))) as Omit<
    Parameters,
    Name
  >

/** Returns whether a text is a calendar date that exists, such as `2026-02-28`. */
export const isDate = (text: string | undefined): text is string => {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
