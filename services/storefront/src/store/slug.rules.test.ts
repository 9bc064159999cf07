import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toSlug } from './slug.rules.ts'

test.each([
  ['Blue Vase', 'blue-vase'],
  ['  Crème brûlée (2 pcs.)  ', 'creme-brulee-2-pcs'],
  ['مزهرية زرقاء', ''],
  ['مزهرية No. 5', 'no-5'],
  ['---', ''],
])('"%s" becomes "%s"', (name, slug) => {
  expect(toSlug(name)).toBe(slug)
})

test('whatever the name, the slug is empty or well formed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (name) => {
      expect(toSlug(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(toSlug(name).length).toBeLessThanOrEqual(120)
    }),
  )
})
