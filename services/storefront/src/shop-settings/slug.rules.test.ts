import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toSlug } from './slug.rules.ts'

describe('toSlug', () => {
  it.each([
    ['Blue Vase', 'blue-vase'],
    ['  Crème brûlée (2 pcs.)  ', 'creme-brulee-2-pcs'],
    ['مزهرية زرقاء', ''],
    ['مزهرية No. 5', 'no-5'],
    ['---', ''],
  ])('converts "%s" to "%s"', (name, slug) => {
    expect(toSlug(name)).toBe(slug)
  })

  it('returns a valid slug or an empty string for any name', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300, unit: 'grapheme' }), (name) => {
        expect(toSlug(name)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
        expect(toSlug(name).length).toBeLessThanOrEqual(120)
      }),
    )
  })
})
