import { inLatinDigits } from '../i18n/number.rules.ts'

/** Ignores case, accents, and variants of Arabic letters and digits, as searches of the API do. */
export const foldText = (text: string): string =>
  inLatinDigits(text)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\u0300-\u036f\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g, '')
    .replaceAll('ٱ', 'ا')
    .replaceAll(/[ىی]/g, 'ي')
    .replaceAll('ة', 'ه')
    .replaceAll('ک', 'ك')

/** Returns whether every word of the query begins a word of the texts, as in “ad cl” for “Add a client”. */
export const matchesQuery = (query: string, ...texts: readonly (string | null)[]): boolean => {
  const words = texts.flatMap((text) => wordsOf(text ?? ''))
  return wordsOf(query).every((part) => words.some((word) => word.startsWith(part)))
}

const wordsOf = (text: string): string[] => foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
