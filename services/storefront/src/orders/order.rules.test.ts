import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkMove, checkOpen, sumMinor, toOrderItems } from './order.rules.ts'

const product = (id: string, priceMinor: number, currencyCode = 'USD') => ({
  id,
  name: id,
  priceMinor,
  currencyCode,
})

test('lines of one product become one, in order of their ids', () => {
  const items = [
    { productId: 'b', quantity: 1 },
    { productId: 'a', quantity: 2 },
    { productId: 'b', quantity: 3 },
  ]
  expect(toOrderItems(items, [product('a', 150), product('b', 99)])).toEqual([
    { productId: 'a', name: 'a', quantity: 2, unitPriceMinor: 150, totalMinor: 300 },
    { productId: 'b', name: 'b', quantity: 4, unitPriceMinor: 99, totalMinor: 396 },
  ])
})

test('a product that is not for sale is NOT_FOUND', () => {
  expect(() => toOrderItems([{ productId: 'x', quantity: 1 }], [])).toThrow('Product not found')
})

test('totals are exact in every currency', () => {
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
        const items = lines.map(({ quantity }, index) => ({ productId: `p${index}`, quantity }))
        const total = lines.reduce((sum, { priceMinor, quantity }) => sum + priceMinor * quantity, 0)
        expect(sumMinor(toOrderItems(items, products))).toBe(total)
      },
    ),
  )
})

test.each([
  ['pending', 'confirmed'],
  ['pending', 'cancelled'],
  ['confirmed', 'fulfilled'],
  ['confirmed', 'cancelled'],
] as const)('%s may become %s', (from, to) => {
  expect(() => checkMove(from, to)).not.toThrow()
})

test.each([
  ['pending', 'fulfilled'],
  ['confirmed', 'pending'],
  ['fulfilled', 'cancelled'],
  ['cancelled', 'pending'],
] as const)('%s may not become %s', (from, to) => {
  expect(() => checkMove(from, to)).toThrow(`status is ${from} and cannot become ${to}`)
})

test('a store is open while the subscription of its workspace has no end, or one ahead', () => {
  const now = new Date('2027-03-10T09:00:00.000Z')
  expect(() => checkOpen({ subscriptionEndDate: null }, now)).not.toThrow()
  expect(() => checkOpen({ subscriptionEndDate: new Date(now.getTime() + 1) }, now)).not.toThrow()
  expect(() => checkOpen({ subscriptionEndDate: now }, now)).toThrow('takes no orders')
})
