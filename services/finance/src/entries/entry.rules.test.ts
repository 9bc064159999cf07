import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bookedTypes, EntryFilter, newEntryFields } from './entry.contract.ts'
import {
  requireDeletable,
  toChangedMoney,
  toDateRange,
  toPreviousRange,
  toStats,
  toStatsRange,
} from './entry.rules.ts'
import type { EntrySum } from './entry.rules.ts'

describe('toDateRange', () => {
  it('converts timestamps to UTC days and missing ends to null', () => {
    expect(toDateRange({ from: '2027-01-31', to: '2027-02-01T23:59:59.999Z' })).toEqual({
      from: '2027-01-31',
      to: '2027-02-01',
    })
    expect(toDateRange({})).toEqual({ from: null, to: null })
  })
})

describe('EntryFilter', () => {
  it('rejects a range that ends before it starts', () => {
    expect(() => EntryFilter.parse({ from: '2027-02-01', to: '2027-01-31' })).toThrow(/must not be after/)
  })
})

describe('toStatsRange', () => {
  it('defaults to the current month up to today, and to a single day when only a later start is given', () => {
    expect(toStatsRange({ from: null, to: null }, '2027-03-10')).toEqual({
      from: '2027-03-01',
      to: '2027-03-10',
    })
    expect(toStatsRange({ from: '2027-05-02', to: null }, '2027-03-10')).toEqual({
      from: '2027-05-02',
      to: '2027-05-02',
    })
  })
})

describe('toPreviousRange', () => {
  it.each([
    [
      { from: '2027-03-01', to: '2027-03-31' },
      { from: '2027-02-01', to: '2027-02-28' },
    ],
    [
      { from: '2028-02-01', to: '2028-03-31' },
      { from: '2027-12-01', to: '2028-01-31' },
    ],
    [
      { from: '2027-01-01', to: '2027-12-31' },
      { from: '2026-01-01', to: '2026-12-31' },
    ],
    [
      { from: '2027-03-01', to: '2027-03-10' },
      { from: '2027-02-19', to: '2027-02-28' },
    ],
    [
      { from: '2027-03-10', to: '2027-03-10' },
      { from: '2027-03-09', to: '2027-03-09' },
    ],
  ])('maps the range %o to the preceding range %o', (range, previous) => {
    expect(toPreviousRange(range)).toEqual(previous)
  })
})

const sum = fc.record({
  currencyCode: fc.constantFrom('USD', 'KWD', 'JPY'),
  category: fc.constantFrom('rent', 'travel', null),
  account: fc.constantFrom('cash', null),
  isPrevious: fc.boolean(),
  totalMinor: fc.integer({ min: 1, max: 1_000_000 }),
  count: fc.integer({ min: 1, max: 50 }),
}) satisfies fc.Arbitrary<EntrySum>

describe('toStats', () => {
  it("returns category and account sums that add up to each currency's total", () => {
    const places: Record<string, number> = { USD: 100, KWD: 1000, JPY: 1 }
    fc.assert(
      fc.property(fc.array(sum), (sums) => {
        for (const stats of toStats(sums, [], { from: '2027-01-01', to: '2027-01-31' }, 'USD').currencies) {
          const scale = places[stats.currencyCode]!
          const minor = (value: number) => Math.round(value * scale)
          const added = (parts: { total: number }[]) =>
            parts.reduce((all, { total }) => all + minor(total), 0)
          const own = sums.filter((each) => each.currencyCode === stats.currencyCode && !each.isPrevious)
          expect(minor(stats.total)).toBe(own.reduce((all, each) => all + each.totalMinor, 0))
          expect(added(stats.byCategory)).toBe(minor(stats.total))
          expect(added(stats.byAccount)).toBe(minor(stats.total))
          expect(stats.taxes.reduce((all, { gross }) => all + minor(gross), 0)).toBe(minor(stats.total))
          expect(stats.count).toBe(own.reduce((all, each) => all + each.count, 0))
        }
      }),
    )
  })

  it('splits the total by tax rate, highest first, and adds the untaxed rest', () => {
    const range = { from: '2027-01-01', to: '2027-01-31' }
    const own = { category: null, account: null, isPrevious: false, count: 3 }
    const sums = [{ ...own, currencyCode: 'USD', totalMinor: 23_600 }]
    const vat = { currencyCode: 'USD', name: 'VAT', percentage: 19 }
    const reduced = { currencyCode: 'USD', name: 'Reduced', percentage: 7 }
    const taxSums = [
      { ...reduced, netMinor: 10_000, taxMinor: 700, grossMinor: 10_700 },
      { ...vat, netMinor: 10_000, taxMinor: 1900, grossMinor: 11_900 },
    ]
    expect(toStats(sums, taxSums, range, 'USD').currencies[0]?.taxes).toEqual([
      { name: 'VAT', percentage: 19, net: 100, tax: 19, gross: 119 },
      { name: 'Reduced', percentage: 7, net: 100, tax: 7, gross: 107 },
      { name: null, percentage: 0, net: 10, tax: 0, gross: 10 },
    ])
  })

  it("returns zeros in the workspace's currency when there are no entries", () => {
    const range = { from: '2027-01-01', to: '2027-01-31' }
    expect(toStats([], [], range, 'KWD')).toEqual({
      ...range,
      currencies: [
        {
          currencyCode: 'KWD',
          total: 0,
          count: 0,
          average: 0,
          byCategory: [],
          byAccount: [],
          taxes: [],
          previous: { total: 0, count: 0 },
        },
      ],
    })
  })
})

describe('toChangedMoney', () => {
  it('keeps the numeric amount when only the currency changes and rejects too many decimal places', () => {
    const stored = { amountMinor: 1250, currencyCode: 'USD', reference: null }
    expect(toChangedMoney(stored, { currencyCode: 'KWD' })).toEqual({
      amountMinor: 12_500,
      currencyCode: 'KWD',
    })
    expect(() => toChangedMoney(stored, { currencyCode: 'JPY' })).toThrow(/at most 0 decimal places/)
  })
})

describe('toChangedMoney and requireDeletable for booked entries', () => {
  it.each([...bookedTypes])(
    'rejects changing the amount of a booked %s entry and deleting it, and reserves the reference type',
    (type) => {
      const booked = { amountMinor: 1250, currencyCode: 'USD', reference: { type, id: 'x' } }
      expect(toChangedMoney(booked, { amount: 12.5 })).toEqual({ amountMinor: 1250, currencyCode: 'USD' })
      expect(() => toChangedMoney(booked, { amount: 12 })).toThrow(/read-only/)
      expect(() => toChangedMoney(booked, { currencyCode: 'EUR' })).toThrow(/read-only/)
      expect(() => requireDeletable(booked)).toThrow(/cannot be deleted/)
      expect(newEntryFields.reference.safeParse({ type, id: 'x' }).success).toBe(false)
    },
  )
})
