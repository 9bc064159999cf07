import { expect, test } from 'vitest'
import type { StoredTest } from './lab-test.store.ts'
import { toIncomeMinor, toInvoiceLines } from './test-billing.rules.ts'

const stored = (fields: object) =>
  ({
    totalMinor: 1250,
    currencyCode: 'USD',
    invoice: null,
    items: [],
    coupon: null,
    ...fields,
  }) as unknown as StoredTest
const invoice = (status: string, total: number) => ({
  invoice: { id: 'a', version: 1, number: null, status, total },
})

test('the income is the total of the invoice that stands, else of the test', () => {
  expect(toIncomeMinor(stored({}))).toBe(1250)
  expect(toIncomeMinor(stored(invoice('finalized', 10.01)))).toBe(1001)
  expect(toIncomeMinor(stored(invoice('void', 10.01)))).toBe(1250)
})

test('an income of nothing is refused', () => {
  expect(() => toIncomeMinor(stored({ totalMinor: 0 }))).toThrow('total is 0')
  expect(() => toIncomeMinor(stored(invoice('draft', 0)))).toThrow('total is 0')
})

test('a coupon is a line of the invoice: more than 100 % is 100, an amount a fixed one', () => {
  const coupon = { id: 'a', couponCode: 'A', couponTitle: 'Gift' }
  const lineOf = (couponType: string, couponValue: number) =>
    toInvoiceLines(stored({ coupon: { ...coupon, couponType, couponValue } })).discounts
  expect(lineOf('percentage', 250)).toEqual([
    { kind: 'percentage', value: 100, reason: 'Gift', source: 'manual' },
  ])
  expect(lineOf('currency', 5)).toEqual([{ kind: 'fixed', value: 5, reason: 'Gift', source: 'manual' }])
  expect(toInvoiceLines(stored({})).discounts).toEqual([])
})
