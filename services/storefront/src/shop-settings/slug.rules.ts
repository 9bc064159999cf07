import { transliterate } from './transliteration.rules.ts'

/**
 * Returns a name in lower-case Latin letters and digits, transliterated and joined with hyphens, at most 120
 * characters. Returns an empty string when nothing remains.
 */
export const toSlug = (name: string): string =>
  transliterate(name)
    .replaceAll(/['’ʼ]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 120)
    .replace(/-+$/, '')

/** Returns a slug that is not taken: that of the name, or one with the first free number from `number` on. */
export const toFreeSlug = async (
  name: string,
  isTaken: (slug: string) => Promise<boolean>,
  { fallback, number }: { fallback: string; number: number },
): Promise<string> => {
  const slug = toSlug(name)
  if (slug !== '' && !(await isTaken(slug))) return slug
  const numbered = (at: number) => `${slug.slice(0, 100).replace(/-+$/, '') || fallback}-${at}`
  let free = number
  while (await isTaken(numbered(free))) free += 1
  return numbered(free)
}
