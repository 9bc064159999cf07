/** Text as it is compared in a search: without case, width or surrounding space. */
const searchable = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/**
 * What a record keeps in an indexed array to be found by the beginning of any word: each text whole, and from each of its
 * later words on.
 */
export const searchKeys = (...texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : keysOf(searchable(text))))),
]

/** The words of a search; a record is found when one of its keys begins with each. */
export const searchWords = (text: string): string[] => {
  const whole = searchable(text)
  return whole.match(/[\p{L}\p{N}]+/gu) ?? [whole]
}

const keysOf = (text: string): string[] => {
  const fromEachWord = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => text.slice(index))
  return text === '' ? [] : [text, ...fromEachWord]
}
