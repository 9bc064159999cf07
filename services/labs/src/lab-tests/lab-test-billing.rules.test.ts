import { describe, expect, it } from 'vitest'
import type { StoredLabTest } from './lab-test.types.ts'
import { checkAmount, toIncomeMinor, toIncomeTaxes, toInvoiceLines } from './lab-test-billing.rules.ts'

const stored = (fields: object) =>
  ({
    totalMinor: 1250,
    currencyCode: 'USD',
    invoice: null,
    items: [],
    coupon: null,
    ...fields,
  }) as unknown as StoredLabTest
const invoice = (status: string, total: number) => ({
  invoice: { id: 'a', version: 1, number: null, status, total },
})

describe('toIncomeMinor', () => {
  it('returns the invoice total, or the test total if the invoice is missing or void', () => {
    expect(toIncomeMinor(stored({}))).toBe(1250)
    expect(toIncomeMinor(stored(invoice('finalized', 10.01)))).toBe(1001)
    expect(toIncomeMinor(stored(invoice('void', 10.01)))).toBe(1250)
  })
})

describe('toIncomeTaxes', () => {
  const toTax = (rateId: string | null | undefined) =>
    rateId === 'r' ? { rateId, name: 'VAT', percentage: 25 } : null
  const items = [
    { billName: 'Glucose', price: 12.5, taxRateId: 'r' },
    { billName: 'Iron', price: 12.5, taxRateId: null },
  ]

  it('spreads the discount and leaves out untaxed analyses', () => {
    expect(toIncomeTaxes(stored({ items, totalMinor: 2000 }), toTax)).toEqual([
      { name: 'VAT', percentage: 25, netMinor: 800, taxMinor: 200, grossMinor: 1000 },
    ])
  })

  it('returns no taxes unless the invoice is void', () => {
    const labTest = { items, totalMinor: 2500 }
    expect(toIncomeTaxes(stored({ ...labTest, ...invoice('draft', 25) }), toTax)).toEqual([])
    expect(toIncomeTaxes(stored({ ...labTest, ...invoice('void', 25) }), toTax)).toHaveLength(1)
  })
})

describe('checkAmount', () => {
  it('throws when the total is 0', () => {
    expect(() => checkAmount(toIncomeMinor(stored({ totalMinor: 0 })))).toThrow(
      'total must be greater than 0',
    )
    expect(() => checkAmount(toIncomeMinor(stored(invoice('draft', 0))))).toThrow(
      'total must be greater than 0',
    )
    expect(() => checkAmount(1)).not.toThrow()
  })
})

describe('toInvoiceLines', () => {
  it('passes on the tax rate of each analysis', () => {
    const items = [
      { billName: 'Glucose', price: 12.5, taxRateId: 'r' },
      { billName: 'Iron', price: 8, taxRateId: null },
      { billName: 'Old', price: 1 },
    ]
    expect(toInvoiceLines(stored({ items })).items).toEqual([
      { name: 'Glucose', quantity: 1, unitPrice: 12.5, taxRateId: 'r' },
      { name: 'Iron', quantity: 1, unitPrice: 8 },
      { name: 'Old', quantity: 1, unitPrice: 1 },
    ])
  })

  it('turns a coupon into a discount line and caps a percentage at 100', () => {
    const coupon = { id: 'a', couponCode: 'A', couponTitle: 'Gift' }
    const lineOf = (couponType: string, couponValue: number) =>
      toInvoiceLines(stored({ coupon: { ...coupon, couponType, couponValue } })).discounts
    expect(lineOf('percentage', 250)).toEqual([
      { kind: 'percentage', value: 100, reason: 'Gift', source: 'manual' },
    ])
    expect(lineOf('currency', 5)).toEqual([{ kind: 'fixed', value: 5, reason: 'Gift', source: 'manual' }])
    expect(toInvoiceLines(stored({})).discounts).toEqual([])
  })
})
