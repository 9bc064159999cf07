import { describe, expect, it } from 'vitest'
import { searchKeys, searchWords } from './index.ts'

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

  it('converts letters of every script to lower case', () => {
    expect(searchKeys('ÉLODIE مريم')).toEqual(['élodie مريم', 'مريم'])
  })

  it('returns no keys for null and blank texts', () => {
    expect(searchKeys(null, '', '  ')).toEqual([])
  })
})

describe('searchWords', () => {
  it('splits a search into normalized words', () => {
    expect(searchWords('  MARIA  Lopez ')).toEqual(['maria', 'lopez'])
    expect(searchWords('ali@example.com')).toEqual(['ali', 'example', 'com'])
    expect(searchWords('+++')).toEqual(['+++'])
  })
})
