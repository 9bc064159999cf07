import { expect, test } from 'vitest'
import { searchKeys, searchWords } from './index.ts'

test('a record is found by each text whole and from each later word on', () => {
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

test('search keys are without case, in every script', () => {
  expect(searchKeys('ÉLODIE مريم')).toEqual(['élodie مريم', 'مريم'])
})

test('a text that is absent or empty gives no key', () => {
  expect(searchKeys(null, '', '  ')).toEqual([])
})

test('a search is its words, each looked for by its beginning', () => {
  expect(searchWords('  MARIA  Lopez ')).toEqual(['maria', 'lopez'])
  expect(searchWords('ali@example.com')).toEqual(['ali', 'example', 'com'])
  expect(searchWords('+++')).toEqual(['+++'])
})
