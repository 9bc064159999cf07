import { describe, expect, it } from 'vitest'
import { negative, sortTaxSums } from './tax.rules.ts'

const sum = (currencyCode: string, name: string | null, percentage: number) => ({
  currencyCode,
  name,
  percentage,
  netMinor: 1,
  taxMinor: 2,
  grossMinor: 3,
})

describe('sortTaxSums', () => {
  it('sorts by currency, then the highest percentage, with untaxed sales last', () => {
    const sums = [
      sum('USD', null, 0),
      sum('USD', 'Zero', 0),
      sum('USD', 'VAT', 19),
      sum('EGP', 'VAT', 14),
      sum('USD', 'City', 19),
    ]
    expect(sortTaxSums(sums).map(({ currencyCode, name }) => `${currencyCode} ${name}`)).toEqual([
      'EGP VAT',
      'USD City',
      'USD VAT',
      'USD Zero',
      'USD null',
    ])
  })
})

describe('negative', () => {
  it('negates all amounts', () => {
    expect(negative([sum('USD', 'VAT', 19)])).toEqual([
      { name: 'VAT', percentage: 19, netMinor: -1, taxMinor: -2, grossMinor: -3 },
    ])
  })
})
