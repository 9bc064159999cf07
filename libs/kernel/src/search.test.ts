import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { containingPattern, foldText, searchKeys, searchWords } from './index.ts'

/** Texts that searches treat as equal. */
const equalTexts: [string, string][] = [
  ['Éloïse', 'eloise'],
  ['E\u0301loi\u0308se', 'eloise'],
  ['ŁÓDŹ', 'lodz'],
  ['Ørsted', 'orsted'],
  ['İstanbul ı', 'istanbul i'],
  ['Ёлка', 'елка'],
  ['ΟΔΟΣ', 'οδος'],
  ['أحمد إيمان آمال ٱلله', 'احمد ايمان امال الله'],
  ['فاطمة', 'فاطمه'],
  ['هدى', 'هدي'],
  ['مـحـمـد', 'محمد'],
  ['مُحَمَّد', 'محمد'],
  ['کریم', 'كريم'],
  ['٠١٢٣٤٥٦٧٨٩ ۰۱۲۳۴۵۶۷۸۹', '0123456789 0123456789'],
]

describe('foldText', () => {
  it.each(equalTexts)('returns the same for %s and %s', (one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })

  it.each([
    ['が', 'か'],
    ['हिन्दी', 'हनद'],
    ['ع', 'غ'],
    ['ح', 'خ'],
  ])('returns different texts for %s and %s', (one, other) => {
    expect(foldText(one)).not.toBe(foldText(other))
  })

  it('does not change a text that is already folded', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(foldText(foldText(text))).toBe(foldText(text))
      }),
    )
  })
})

describe('containingPattern', () => {
  const finds = (search: string, text: string) => new RegExp(containingPattern(search), 'i').test(text)

  it.each(equalTexts)('finds %s in %s, and vice versa', (one, other) => {
    expect(finds(one, `- ${other} -`)).toBe(true)
    expect(finds(other, `- ${one} -`)).toBe(true)
  })

  it('finds every text within a longer one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        expect(finds(text, `x${text}x`)).toBe(true)
      }),
    )
  })

  it('treats regular-expression metacharacters as plain text', () => {
    for (const search of ['.', '.*', '[a-z]', 'a|b', '(', '\\']) expect(finds(search, 'abc')).toBe(false)
  })
})

describe('searchKeys', () => {
  it('returns each text, and the part of the text that starts at each of its words', () => {
    expect(searchKeys('Ali  Ben Hassan', 'ali@example.com', '+20100')).toEqual([
      'ali  ben hassan',
      'ben hassan',
      'hassan',
      'ali@example.com',
      'example.com',
      'com',
      '+20100',
      '20100',
    ])
  })

  it('returns keys in lower case and without accents', () => {
    expect(searchKeys('ÉLODIE مريم')).toEqual(['elodie مريم', 'مريم'])
  })

  it('returns no keys for null and blank texts', () => {
    expect(searchKeys(null, '', '  ')).toEqual([])
  })
})

describe('searchWords', () => {
  it('splits a search into words in lower case and without accents', () => {
    expect(searchWords('  MARIA  Lopez ')).toEqual(['maria', 'lopez'])
    expect(searchWords('ali@example.com')).toEqual(['ali', 'example', 'com'])
    expect(searchWords('+++')).toEqual(['+++'])
    expect(searchWords('Éloïse أحمد')).toEqual(['eloise', 'احمد'])
  })

  it('returns the trimmed search when folding would remove all of it', () => {
    expect(searchWords(' \u0640 ')).toEqual(['\u0640'])
  })
})
