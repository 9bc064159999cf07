/** Forms store lists as one string; no value contains a comma. */
export const toList = (text: string): string[] => text.split(',').filter(Boolean)

export const fromList = (values: readonly string[]): string => values.join(',')

export const orNull = (text: string): string | null => text.trim() || null

/** The languages of texts for customers. */
export const customerLanguages = ['en', 'ar', 'de', 'fr', 'es'] as const

/** Returns a slug derived from a name: lowercase letters, digits and hyphens. Empty if nothing remains. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[̀-ͯ]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)

/** Returns the list with one item moved by one place. */
export const moved = <Item>(items: readonly Item[], index: number, by: -1 | 1): Item[] => {
  const [target, item] = [index + by, items[index]]
  if (item === undefined || target < 0 || target >= items.length) return [...items]
  return items.toSpliced(index, 1).toSpliced(target, 0, item)
}
