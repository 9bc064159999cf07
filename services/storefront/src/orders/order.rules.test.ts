import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  checkDelivery,
  checkMove,
  checkOpen,
  checkQuantity,
  checkTotal,
  orderExpiry,
  sumMinor,
  toOrderItems,
} from './order.rules.ts'

const product = (id: string, priceMinor: number, currencyCode = 'USD') => ({
  id,
  name: id,
  priceMinor,
  currencyCode,
})

const vat = { rateId: 'r', name: 'VAT', percentage: 14 }
const toTax = (rateId: string | null | undefined) => (rateId === 'r' ? vat : null)

describe('toOrderItems', () => {
  it('merges items with the same product and sorts them by product id', () => {
    const items = [
      { productId: 'b', variantId: null, quantity: 1 },
      { productId: 'a', variantId: null, quantity: 2 },
      { productId: 'b', variantId: null, quantity: 3 },
    ]
    expect(toOrderItems(items, [product('a', 150), { ...product('b', 99), taxRateId: 'r' }], toTax)).toEqual([
      { productId: 'a', name: 'a', quantity: 2, unitPriceMinor: 150, totalMinor: 300, tax: null },
      { productId: 'b', name: 'b', quantity: 4, unitPriceMinor: 99, totalMinor: 396, tax: vat },
    ])
  })

  it('prices each variant, and rejects a missing, unknown or inactive one', () => {
    const variant = { id: 'v', name: 'Large', sku: null, priceMinor: 200, stock: null, isActive: true }
    const old = { ...variant, id: 'o', isActive: false }
    const vase = { ...product('a', 150), variants: [variant, old] }
    const items = [
      { productId: 'a', variantId: 'v', quantity: 1 },
      { productId: 'a', variantId: 'v', quantity: 2 },
    ]
    expect(toOrderItems(items, [vase], toTax)).toEqual([
      {
        productId: 'a',
        variantId: 'v',
        name: 'a (Large)',
        quantity: 3,
        unitPriceMinor: 200,
        totalMinor: 600,
        tax: null,
      },
    ])
    const price = (variantId: string | null) => () =>
      toOrderItems([{ productId: 'a', variantId, quantity: 1 }], [vase], toTax)
    expect(price(null)).toThrow('must name a variant of "a"')
    expect(price('o')).toThrow('Variant not found')
    expect(price('x')).toThrow('Variant not found')
  })

  it('throws NOT_FOUND for a product that is not for sale', () => {
    expect(() => toOrderItems([{ productId: 'x', variantId: null, quantity: 1 }], [], toTax)).toThrow(
      'Product not found',
    )
  })

  it('computes exact totals for any prices and quantities', () => {
    const line = fc.record({
      priceMinor: fc.integer({ min: 0, max: 100_000_000 }),
      quantity: fc.integer({ min: 1, max: 10_000 }),
    })
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 20 }),
        fc.constantFrom('USD', 'KWD', 'JPY'),
        (lines, currency) => {
          const products = lines.map(({ priceMinor }, index) => product(`p${index}`, priceMinor, currency))
          const items = lines.map(({ quantity }, index) => ({
            productId: `p${index}`,
            variantId: null,
            quantity,
          }))
          const total = lines.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, 0)
          expect(sumMinor(toOrderItems(items, products, toTax))).toBe(total)
        },
      ),
    )
  })
})

describe('checkDelivery', () => {
  const pickup = { kind: 'pickup' as const, address: null }

  it('requires a kind that the shop offers, and none if it offers none', () => {
    expect(() => checkDelivery(null, {})).not.toThrow()
    expect(() => checkDelivery(pickup, { deliveryKinds: [] })).toThrow('delivery must be omitted')
    expect(() => checkDelivery(null, { deliveryKinds: ['pickup'] })).toThrow('delivery is required')
    expect(() => checkDelivery(pickup, { deliveryKinds: ['address'] })).toThrow(
      'delivery.kind must be address',
    )
    expect(() => checkDelivery(pickup, { deliveryKinds: ['address', 'pickup'] })).not.toThrow()
  })
})

describe('checkTotal', () => {
  it('rejects a total that differs from the one the customer saw', () => {
    expect(() => checkTotal(100, undefined)).not.toThrow()
    expect(() => checkTotal(100, 100)).not.toThrow()
    expect(() => checkTotal(100, 99)).toThrow('total must be the current total')
  })
})

describe('checkMove', () => {
  it.each([
    ['pending', 'confirmed'],
    ['pending', 'cancelled'],
    ['confirmed', 'fulfilled'],
    ['confirmed', 'cancelled'],
  ] as const)('allows a change from %s to %s', (from, to) => {
    expect(() => checkMove(from, to)).not.toThrow()
  })

  it.each([
    ['pending', 'fulfilled'],
    ['confirmed', 'pending'],
    ['fulfilled', 'cancelled'],
    ['cancelled', 'pending'],
  ] as const)('rejects a change from %s to %s', (from, to) => {
    expect(() => checkMove(from, to)).toThrow(`status cannot change from ${from} to ${to}`)
  })
})

describe('checkQuantity', () => {
  it('compares the total quantity of all items with the limit', () => {
    const items = [{ quantity: 2 }, { quantity: 3 }]
    expect(() => checkQuantity(items, { maxQuantityPerOrder: 5 })).not.toThrow()
    expect(() => checkQuantity(items, { maxQuantityPerOrder: 4 })).toThrow(
      'items must contain at most 4 units',
    )
  })

  it('accepts any quantity without a limit', () => {
    expect(() => checkQuantity([{ quantity: 1_000_000 }], { maxQuantityPerOrder: null })).not.toThrow()
    expect(() => checkQuantity([{ quantity: 1_000_000 }], {})).not.toThrow()
  })
})

describe('orderExpiry', () => {
  it('returns when the order expires, or null without an expiry time', () => {
    const now = new Date('2027-03-10T09:00:00.000Z')
    expect(orderExpiry({ orderExpiryMinutes: 2880 }, now)).toEqual(new Date('2027-03-12T09:00:00.000Z'))
    expect([orderExpiry({ orderExpiryMinutes: null }, now), orderExpiry({}, now)]).toEqual([null, null])
  })
})

describe('checkOpen', () => {
  it('accepts orders until the subscription ends, and always when it has no end', () => {
    const now = new Date('2027-03-10T09:00:00.000Z')
    expect(() => checkOpen({ subscriptionEndDate: null }, now)).not.toThrow()
    expect(() => checkOpen({ subscriptionEndDate: new Date(now.getTime() + 1) }, now)).not.toThrow()
    expect(() => checkOpen({ subscriptionEndDate: now }, now)).toThrow('not accepting orders')
  })
})
