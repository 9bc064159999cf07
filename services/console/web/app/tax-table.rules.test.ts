import { describe, expect, it } from 'vitest'
import { sumTaxes } from './tax-table.rules.ts'

describe('sumTaxes', () => {
  it('adds amounts without floating-point errors', () => {
    const lines = [
      { net: 0.1, tax: 0.01, gross: 0.11 },
      { net: 0.2, tax: 0.02, gross: 0.22 },
    ]
    expect(sumTaxes(lines, 'EGP')).toEqual({ net: 0.3, tax: 0.03, gross: 0.33 })
  })

  it('subtracts refunds and keeps the decimal places of the currency', () => {
    const lines = [
      { net: 10.005, tax: 0.5, gross: 10.505 },
      { net: -12.001, tax: -0.6, gross: -12.601 },
    ]
    expect(sumTaxes(lines, 'KWD')).toEqual({ net: -1.996, tax: -0.1, gross: -2.096 })
  })

  it('returns zero without amounts', () => {
    expect(sumTaxes([], 'JPY')).toEqual({ net: 0, tax: 0, gross: 0 })
  })
})
