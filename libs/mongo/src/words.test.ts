import { expect, test } from 'vitest'
import { searchWords } from './words.ts'

test('words are folded, unique and without punctuation', () => {
  expect(searchWords('Zoë Müller-Lüdenscheidt', 'zoe@example.com', null)).toEqual([
    'zoe',
    'muller',
    'ludenscheidt',
    'example',
    'com',
  ])
  expect(searchWords('أحمد علي', '+20 100')).toEqual(['احمد', 'علي', '20', '100'])
})
