import { describe, expect, it } from 'vitest'
import {
  countriesIn,
  inUnit,
  reminderChoices,
  renewalLabel,
  shareOf,
  toLines,
  toMegabytes,
} from './settings.rules.ts'

describe('toLines', () => {
  it('parses one value per line, trimmed and without empty lines', () => {
    expect(toLines(' 10.0.0.0/8\n\n203.0.113.7, 203.0.113.8 ')).toEqual([
      '10.0.0.0/8',
      '203.0.113.7',
      '203.0.113.8',
    ])
  })
})

describe('countriesIn', () => {
  it('names countries in a language, sorted, without regions that are not countries', () => {
    const countries = countriesIn('en')
    expect(countries.find(({ value }) => value === 'EG')?.label).toBe('Egypt')
    expect(countries.map(({ value }) => value)).not.toContain('EU')
    expect(countries.length).toBeGreaterThan(190)
    expect(countriesIn('ar').find(({ value }) => value === 'EG')?.label).toBe('مصر')
  })
})

describe('reminderChoices and inUnit', () => {
  it('offers common times and those already set', () => {
    expect(reminderChoices([45, 120])).toEqual([30, 45, 60, 120, 240, 1440, 2880, 10_080])
  })

  it('shows a duration in its largest whole unit', () => {
    expect(inUnit(90)).toEqual({ unit: 'minutes', count: 90 })
    expect(inUnit(120)).toEqual({ unit: 'hours', count: 2 })
    expect(inUnit(2880)).toEqual({ unit: 'days', count: 2 })
  })
})

describe('usage', () => {
  it('returns the used share of the limit', () => {
    expect(shareOf(3, 4)).toBe(0.75)
    expect(shareOf(9, 4)).toBe(1)
    expect(shareOf(0, 0)).toBe(1)
    expect(shareOf(3, null)).toBeNull()
    expect(toMegabytes(1_572_864)).toBe(1.5)
  })
})

describe('renewalLabel', () => {
  const subscription = { plan: { name: 'المحترفة' }, discountPercentage: 10 }
  const labelOf = (kind: 'plan' | 'discount' | 'addition', label: string) =>
    renewalLabel({ kind, label }, subscription, (share) => `خصم ${share}`)

  it("shows the plan and the discount in the user's language, and additions as written", () => {
    expect([
      labelOf('plan', 'Pro, monthly'),
      labelOf('discount', 'Discount of 10 %'),
      labelOf('addition', 'SMS'),
    ]).toEqual(['المحترفة', 'خصم 0.1', 'SMS'])
  })
})
