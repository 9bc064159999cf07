import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toFreeSlug, toSlug } from './slug.rules.ts'

describe('toSlug', () => {
  it.each([
    ['Blue Vase', 'blue-vase'],
    ['  Crème brûlée (2 pcs.)  ', 'creme-brulee-2-pcs'],
    ['مزهرية زرقاء', 'mzhrya-zrqa'],
    ['مَزْهَرِيَّة No. ٥', 'mzhrya-no-5'],
    ['چای و قند', 'chay-w-qnd'],
    ['Чёрный чай', 'chernyy-chay'],
    ['Ελληνικός καφές', 'ellinikos-kafes'],
    ['Straße & Øl', 'strasse-ol'],
    ["L'Étoile", 'letoile'],
    ['花瓶', ''],
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

describe('toFreeSlug', () => {
  const taken = new Set(['vase', 'vase-3', 'product-3'])
  const isTaken = (slug: string) => Promise.resolve(taken.has(slug))
  const options = { fallback: 'product', number: 3 }

  it('returns the slug of the name, or the first free one with a number', async () => {
    expect(await toFreeSlug('Lamp', isTaken, options)).toBe('lamp')
    expect(await toFreeSlug('Vase', isTaken, options)).toBe('vase-4')
    expect(await toFreeSlug('花瓶', isTaken, options)).toBe('product-4')
  })
})
