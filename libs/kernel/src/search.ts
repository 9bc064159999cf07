/** Normalizes case, character width and surrounding spaces. */
const normalize = (text: string): string => text.normalize('NFKC').toLowerCase().trim()

/**
 * Returns the keys that a record stores in an indexed array so that a search finds it by the beginning of any word:
 * each text, and the part of the text that starts at each of its words.
 */
export const searchKeys = (...texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : keysOf(normalize(text))))),
]

/** Splits a search into words. A record matches when every word is the beginning of one of its keys. */
export const searchWords = (text: string): string[] => {
  const whole = normalize(text)
  return whole.match(/[\p{L}\p{N}]+/gu) ?? [whole]
}

const keysOf = (text: string): string[] => {
  const suffixes = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => text.slice(index))
  return text === '' ? [] : [text, ...suffixes]
}
