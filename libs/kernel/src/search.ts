/** Accents, Arabic diacritics and tatweel. Marks of other scripts, such as Hindi vowels, are part of the word. */
const mark = '[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]'
const everyMark = new RegExp(mark, 'g')

/** Variants of a letter or digit that Unicode does not decompose into it and a mark. */
const variants: Readonly<Record<string, string>> = {
  ٱ: 'ا',
  ة: 'ه',
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
  ς: 'σ',
  ...Object.fromEntries(
    ['٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹'].flatMap((digits) =>
      Array.from(digits, (digit, value) => [digit, `${value}`]),
    ),
  ),
}
const everyVariant = new RegExp(`[${Object.keys(variants).join('')}]`, 'g')

/** Returns the text as searches compare it: without differences in case, width, accents, and variants of Arabic letters and digits. */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(everyMark, '')
    .replace(everyVariant, (letter) => variants[letter]!)
    .normalize('NFKC')
    .trim()

/**
 * Returns the keys that a record stores in an indexed array so that a search finds it by the beginning of any word:
 * each text, and the part of the text that starts at each of its words.
 */
export const searchKeys = (...texts: readonly (string | null)[]): string[] => [
  ...new Set(texts.flatMap((text) => (text === null ? [] : keysOf(foldText(text))))),
]

/** Splits a search into words. A record matches when every word is the beginning of one of its keys. */
export const searchWords = (text: string): string[] => {
  const whole = foldText(text) || text.trim()
  return whole.match(/[\p{L}\p{N}]+/gu) ?? [whole]
}

const keysOf = (text: string): string[] => {
  const suffixes = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ index }) => text.slice(index))
  return text === '' ? [] : [text, ...suffixes]
}

/**
 * Returns the source of a regular expression that finds a text anywhere in another one, ignoring accents. Use it with
 * the `i` flag.
 */
export const containingPattern = (text: string): string => {
  const folded = Array.from(foldText(text), (letter) => `${lettersLike(letter)}${mark}*`)
  const literal = escapePattern(text)
  return folded.length === 0 ? literal : `${folded.join('')}|${literal}`
}

export const escapePattern = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const lettersLike = (letter: string): string => {
  const others = foldedLetters().get(letter)
  return others ? `[${letter}${others}]` : escapePattern(letter)
}

/** Character ranges of Latin, Greek, Cyrillic and Arabic letters; many of these letters are folded to others. */
const ranges = [
  [0xc0, 0x24f],
  [0x370, 0x52f],
  [0x620, 0x6ff],
  [0x1e00, 0x1eff],
] as const

let known: ReadonlyMap<string, string> | null = null

/** Returns the letters that are folded to a letter, by that letter, except upper-case ones. */
const foldedLetters = (): ReadonlyMap<string, string> => {
  if (known) return known
  const letters = new Map<string, string>()
  for (const [first, last] of ranges) {
    for (let code = first; code <= last; code += 1) {
      const letter = String.fromCodePoint(code)
      const folded = foldText(letter)
      const lower = letter.toLowerCase()
      const isOtherCase = lower !== letter && lower.length === 1 // the lower case of İ has two characters
      if (!isOtherCase && folded !== letter && folded.length === 1)
        letters.set(folded, `${letters.get(folded) ?? ''}${letter}`)
    }
  }
  return (known = letters)
}
