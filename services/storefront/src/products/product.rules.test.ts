import { describe, expect, it } from 'vitest'
import { isSoldOut, priceRangeOf, requireVariant, soldName, toVariants } from './product.rules.ts'

const small = {
  id: 's',
  name: 'Small',
  sku: 'V-S',
  priceMinor: 900,
  taxRateId: 'r',
  stock: 3,
  isActive: true,
}
const large = {
  id: 'l',
  name: 'Large',
  sku: null,
  priceMinor: 1500,
  taxRateId: null,
  stock: null,
  isActive: false,
}
const vase = { name: 'Vase', currencyCode: 'USD', priceMinor: 1000, stock: null, variants: [small, large] }

describe('toVariants', () => {
  it('keeps omitted values of existing variants, and fills in those of new ones', () => {
    const wanted = [
      { id: 's', name: 'Tiny' },
      { name: 'Huge', price: 20.5, stock: 0 },
      { id: 'l', name: 'Large', isActive: true, stock: 4, sku: 'V-L' },
      { name: 'Medium' },
    ]
    expect(toVariants(wanted, vase)).toEqual([
      { ...small, name: 'Tiny' },
      {
        id: expect.any(String) as string,
        name: 'Huge',
        sku: null,
        priceMinor: 2050,
        taxRateId: null,
        stock: 0,
        isActive: true,
      },
      { ...large, isActive: true, stock: 4, sku: 'V-L' },
      {
        id: expect.any(String) as string,
        name: 'Medium',
        sku: null,
        priceMinor: 1000,
        taxRateId: null,
        stock: null,
        isActive: true,
      },
    ])
  })

  it.each([
    [[{ id: 'x', name: 'A' }], 'variants.0.id must be a variant'],
    [
      [
        { id: 's', name: 'A' },
        { id: 's', name: 'B' },
      ],
      'variants.1.id must be a variant',
    ],
    [[{ name: 'A' }, { name: 'a' }], 'variants.1.name must be unique'],
    [[{ name: 'A', price: 1.005 }], 'variants.0.price'],
  ])('rejects %j', (wanted, message) => {
    expect(() => toVariants(wanted, vase)).toThrow(message)
  })
})

describe('requireVariant', () => {
  it('returns the variant, or null for a product without variants', () => {
    expect(requireVariant(vase, 's')).toBe(small)
    expect(requireVariant({ name: 'Lamp' }, null)).toBe(null)
  })

  it('rejects a missing or unknown variant', () => {
    expect(() => requireVariant(vase, null)).toThrow('must name a variant of "Vase"')
    expect(() => requireVariant(vase, 'x')).toThrow('Variant not found')
    expect(() => requireVariant({ name: 'Lamp' }, 's')).toThrow('Variant not found')
  })
})

describe('priceRangeOf and isSoldOut', () => {
  it('counts only active variants', () => {
    expect(priceRangeOf(vase)).toEqual({ lowest: 900, highest: 900 })
    expect(priceRangeOf({ ...vase, variants: [] })).toEqual({ lowest: 1000, highest: 1000 })
    const both = { ...vase, variants: [small, { ...large, isActive: true }] }
    expect(priceRangeOf(both)).toEqual({ lowest: 900, highest: 1500 })
    expect([isSoldOut(vase), isSoldOut({ ...vase, variants: [{ ...small, stock: 0 }, large] })]).toEqual([
      false,
      true,
    ])
    expect([
      isSoldOut({ ...vase, variants: [], stock: 0 }),
      isSoldOut({ ...vase, variants: [large] }),
    ]).toEqual([true, true])
  })
})

describe('soldName', () => {
  it('adds the name of the variant', () => {
    expect([soldName(vase, null), soldName(vase, small)]).toEqual(['Vase', 'Vase (Small)'])
  })
})
