import { trusted } from './trusted.ts'
import type { TrustedOperators } from './trusted.ts'

const maxWords = 64
const maxLength = 64

/** The words of some texts as a record keeps them for its search (an array field with the index `{ workspaceId: 1, <field>: 1 }`). */
export const searchWords = (...texts: (string | null | undefined)[]): string[] =>
  [...new Set(texts.flatMap((text) => wordsOf(text ?? '')))].slice(0, maxWords)

/**
 * A filter for records with a word that starts with each of the words asked for; case and accents do not matter. Unlike
 * `contains` it reads only what matches, however many records there are. A text without words matches nothing.
 */
export const hasWords = (field: string, text: string): { $and: { [path: string]: TrustedOperators }[] } => {
  const words = wordsOf(text)
  if (words.length === 0) return { $and: [{ [field]: trusted({ $in: [] }) }] }
  return { $and: words.slice(0, 8).map((word) => ({ [field]: trusted({ $regex: `^${word}` }) })) }
}

/** Letters and digits only, so that a word needs no escaping in a regular expression. */
const wordsOf = (text: string): string[] =>
  (
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map((word) => word.slice(0, maxLength))
