export const hues = ['teal', 'iris', 'plum', 'orange', 'lime', 'ruby', 'bronze'] as const
export type Hue = (typeof hues)[number]

/** Returns up to two letters for a name: the first ones of its first and last word. */
export const initialsOf = (name: string): string => {
  const words = name
    .trim()
    .replace(/@.*$/, '')
    .split(/[\s._-]+/)
    .filter(Boolean)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => Array.from(word ?? '')[0] ?? '',
  )
  // Two Arabic letters in a row would be joined and no longer look like initials.
  const isArabic = /\p{Script=Arabic}/u.test(letters[0]!)
  return (isArabic ? letters[0]! : letters.join('')).toUpperCase()
}

/** Returns the hue for an id or name, the same every time. */
export const hueOf = (id: string): Hue => {
  let sum = 0
  for (const letter of id) sum = (sum * 31 + letter.codePointAt(0)!) % 9973
  return hues[sum % hues.length]!
}

/** Returns the hues of people who are shown together: no two share one while there are enough. */
export const huesOf = (ids: readonly string[]): ReadonlyMap<string, Hue> => {
  const found = new Map<string, Hue>()
  let free = new Set<Hue>(hues)
  for (const id of ids) {
    if (free.size === 0) free = new Set(hues)
    const first = hues.indexOf(hueOf(id))
    const hue = [...hues.slice(first), ...hues].find((each) => free.has(each))!
    free.delete(hue)
    found.set(id, hue)
  }
  return found
}
