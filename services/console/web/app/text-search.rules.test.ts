import * as kernel from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { foldText, matchesQuery } from './text-search.rules.ts'

describe('foldText', () => {
  it.each(['Crème Brûlée', 'أحمد إبراهيم', 'فاطِمة الزهراء', 'مصطفى', 'ٱلسلام', 'کریم', 'ＡＢＣ', '٠١٠ ۰۱۰'])(
    'folds “%s” like the API',
    (text) => {
      expect(foldText(text)).toBe(kernel.foldText(text))
    },
  )
})

describe('matchesQuery', () => {
  it.each([
    ['Add a client', 'ad cl', true],
    ['Add a client', 'CLIENT', true],
    ['Add a client', '', true],
    ['Add a client', 'lient', false],
    ['Add a client', 'add session', false],
    ['العملاء', 'العم', true],
    ['أحمد', 'احمد', true],
    ['Shampoo (large)', 'lar', true],
    ['+20100', '٢٠١', true],
  ])('compares “%s” with “%s”', (label, query, expected) => {
    expect(matchesQuery(query, label)).toBe(expected)
  })

  it('finds words in any of several texts', () => {
    expect(matchesQuery('lai +2010', 'Laila Osman', null, '+201005550122')).toBe(true)
    expect(matchesQuery('lai sara', 'Laila Osman', null, '+201005550122')).toBe(false)
  })
})
