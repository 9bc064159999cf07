import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changeCart, maxCartLines, readCart, withoutOrdered, writeCart } from './cart.rules.ts'

const [a, b, v] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)]
const form = (fields: [string, string][]) => new URLSearchParams(fields)

describe('readCart and writeCart', () => {
  const id = fc.stringMatching(/^[\da-f]{24}$/)
  const line = fc.record({
    productId: id,
    variantId: fc.option(id),
    quantity: fc.integer({ min: 1, max: 10_000 }),
  })

  it('returns the same cart, which fits into a cookie', () => {
    const lines = fc.uniqueArray(line, { maxLength: maxCartLines, selector: ({ productId }) => productId })
    fc.assert(
      fc.property(lines, (cart) => {
        const text = writeCart(cart)
        expect(readCart(text)).toEqual(cart)
        expect(encodeURIComponent(text)).toBe(text)
        expect(text.length).toBeLessThan(4000)
      }),
    )
  })

  it('ignores everything that is not a valid line', () => {
    expect(readCart(`x_${a}-0_${a}-2_${b}-10001_${b}.x-1_${a}.${v}-3_`)).toEqual([
      { productId: a, variantId: null, quantity: 2 },
      { productId: a, variantId: v, quantity: 3 },
    ])
    expect(readCart(undefined)).toEqual([])
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readCart(text).length).toBeLessThanOrEqual(maxCartLines)
      }),
    )
  })
})

describe('changeCart', () => {
  const cart = [
    { productId: a, variantId: null, quantity: 2 },
    { productId: a, variantId: v, quantity: 1 },
  ]

  it('adds to a quantity, and sets, limits or removes it', () => {
    const add = (productId: string, quantity: string, variantId = '') =>
      changeCart(
        cart,
        form([
          ['action', 'add'],
          ['productId', productId],
          ['variantId', variantId],
          ['quantity', quantity],
        ]),
      ).lines
    expect(add(a, '3')).toEqual([{ ...cart[0], quantity: 5 }, cart[1]])
    expect(add(a, '3', v)).toEqual([cart[0], { ...cart[1], quantity: 4 }])
    expect(add(b, '1')).toEqual([...cart, { productId: b, variantId: null, quantity: 1 }])
    expect(add(a, '99999')).toEqual([{ ...cart[0], quantity: 10_000 }, cart[1]])
    for (const [productId, quantity] of [
      ['x', '1'],
      [b, '0'],
      [b, '-1'],
      [b, '1.5'],
      [`${a}-1_${b}`, '1'],
    ] as const)
      expect(add(productId, quantity)).toEqual(cart)
    const set = form([
      ['productId', a],
      ['variantId', ''],
      ['quantity', '7'],
      ['productId', a],
      ['variantId', v],
      ['quantity', '0'],
    ])
    expect(changeCart(cart, set).lines).toEqual([{ ...cart[0], quantity: 7 }])
    expect(changeCart(cart, form([['remove', `${a}.${v}`]])).lines).toEqual([cart[0]])
  })

  it('reports a full cart', () => {
    const full = Array.from({ length: maxCartLines }, (_, at) => ({
      productId: at.toString(16).padStart(24, '0'),
      variantId: null,
      quantity: 1,
    }))
    const add = (productId: string) =>
      changeCart(
        full,
        form([
          ['action', 'add'],
          ['productId', productId],
          ['quantity', '1'],
        ]),
      )
    expect(add(a)).toEqual({ lines: full, isFull: true })
    expect(add(full[0]!.productId)).toMatchObject({ isFull: false })
  })
})

describe('withoutOrdered', () => {
  it('removes ordered lines, by product and variant', () => {
    const cart = [
      { productId: a, variantId: null, quantity: 2 },
      { productId: a, variantId: v, quantity: 1 },
    ]
    expect(withoutOrdered(cart, [{ productId: a, variantId: v }])).toEqual([cart[0]])
    expect(withoutOrdered(cart, [{ productId: a }])).toEqual([cart[1]])
  })
})
