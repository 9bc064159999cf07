/**
 * Returns the Latin letters and digits of a name in lower case, without accents and joined with hyphens, at most 120
 * characters. Returns an empty string when there are none.
 */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 120)
    .replace(/-+$/, '')
