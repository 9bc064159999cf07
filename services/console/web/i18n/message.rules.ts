export type Dictionary = Readonly<Record<string, string>>
export type Values = Readonly<Record<string, string | number>>

/**
 * Returns the text for a key. `{name}` is replaced by the value of that name, `{30}` by this
 * number in the digits of the locale. With a number as `count`, the form for
 * this number is used (`key_one`, `key_few`, …, at least `key_other`).
 */
export const toMessage = (
  dictionary: Dictionary,
  key: string,
  values: Values,
  { plural, number }: { plural: (count: number) => string; number: (value: number) => string },
): string => {
  const { count } = values
  const form = typeof count === 'number' ? dictionary[`${key}_${plural(count)}`] : undefined
  const text = form ?? dictionary[key] ?? dictionary[`${key}_other`]
  if (text === undefined) return key
  return text.replaceAll(/\{([\w.]+)\}/g, (placeholder, name: string) => {
    const value = /^\d/.test(name) ? Number(name) : values[name]
    if (value === undefined) return placeholder
    return typeof value === 'number' ? number(value) : value
  })
}
