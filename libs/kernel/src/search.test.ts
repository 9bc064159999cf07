import { describe, expect, it } from 'vitest'
import { searchKeys, searchWords } from './index.ts'

describe('searchKeys', () => {
  it('returns each text as a whole, and the rest of the text from each word on', () => {
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

  it('folds case in every script', () => {
    expect(searchKeys('ÉLODIE مريم')).toEqual(['élodie مريم', 'مريم'])
  })

  it('returns no keys for null and blank texts', () => {
    expect(searchKeys(null, '', '  ')).toEqual([])
  })
})

describe('searchWords', () => {
  it('returns the normalized words of a search', () => {
    expect(searchWords('  MARIA  Lopez ')).toEqual(['maria', 'lopez'])
    expect(searchWords('ali@example.com')).toEqual(['ali', 'example', 'com'])
    expect(searchWords('+++')).toEqual(['+++'])
  })
})
