import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencyPlaces, fromMinor } from './money.ts'
import { allocate, allocateSteadily, takenTaxLines, taxIn, taxLines } from './tax.ts'
import type { TaxedItem } from './tax.ts'

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
const vat = { name: 'VAT', percentage: 19 }
const reduced = { name: 'Reduced', percentage: 7 }

describe('allocate', () => {
  it('gives leftover units to the parts with the largest remainders, and to the earlier part in a tie', () => {
    expect(allocate(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocate(10, [10, 20, 25])).toEqual([2, 4, 4]) // 1.81, 3.63, 4.54
    expect(allocate(0, [5, 5])).toEqual([0, 0])
    expect(allocate(7, [])).toEqual([])
    expect(allocate(0, [0, 0])).toEqual([0, 0])
  })

  it('adds up to the amount and never exceeds a weight', () => {
    const weights = fc.array(fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(9_007_199_254_740)), {
      minLength: 1,
      maxLength: 200,
    })
    fc.assert(
      fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const amount = Math.floor(sum(all) * share)
        const parts = allocate(amount, all)
        expect(sum(parts)).toBe(amount)
        for (const [index, part] of parts.entries()) {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(part).toBeLessThanOrEqual(all[index]!)
          // A part is its exact share, rounded down or up.
          expect(Math.abs(part - (amount * all[index]!) / (sum(all) || 1))).toBeLessThan(1.001)
        }
      }),
    )
  })
})

describe('allocateSteadily', () => {
  const weights = fc.array(fc.oneof(fc.constantFrom(0, 1, 2), fc.nat(9_007_199_254_740)), {
    minLength: 1,
    maxLength: 60,
  })

  it('gives leftover units to the part with the largest shortfall, and to the earlier part in a tie', () => {
    expect(allocateSteadily(100, [1, 1, 1])).toEqual([34, 33, 33])
    expect(allocateSteadily(1, [0, 5, 5])).toEqual([0, 1, 0])
    expect(allocateSteadily(2, [1, 1, 1])).toEqual([1, 1, 0])
    expect(allocateSteadily(0, [5, 5])).toEqual([0, 0])
    expect(allocateSteadily(7, [])).toEqual([])
    expect(allocateSteadily(0, [0, 0])).toEqual([0, 0])
  })

  it('adds up to the amount, ends at the weights and never takes from a part when the amount grows', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(weights, share, fc.nat(1000), (all, from, more) => {
        const total = sum(all)
        const amount = Math.floor(total * from)
        const larger = Math.min(amount + more, total)
        const [before, after] = [allocateSteadily(amount, all), allocateSteadily(larger, all)]
        expect(sum(before)).toBe(amount)
        expect(sum(after)).toBe(larger)
        for (const [index, part] of before.entries()) {
          expect(part).toBeGreaterThanOrEqual(0)
          expect(after[index]).toBeGreaterThanOrEqual(part)
          expect(after[index]).toBeLessThanOrEqual(all[index]!)
        }
        expect(allocateSteadily(total, all)).toEqual(all)
      }),
    )
  })
})

describe('taxIn', () => {
  it.each([
    [11_900, 19, 1900],
    [10_700, 7, 700],
    [100, 14, 12], // 12.28
    [1, 100, 1], // 0.5, away from zero
    [3, 100, 2], // 1.5
    [0, 19, 0],
    [500, 0, 0],
    [999, 5.5, 52], // 52.08
    [10_000, 8.8125, 810], // 809.88
    [9_007_199_254_740_991, 100, 4_503_599_627_370_496],
  ])('extracts from the gross amount %i at %d %% the tax %i', (gross, percentage, tax) => {
    expect(taxIn(gross, percentage)).toBe(tax)
  })
})

describe('taxLines', () => {
  it('groups items by rate and spreads the discount over them', () => {
    const items = [
      { totalMinor: 11_900, tax: vat },
      { totalMinor: 10_700, tax: reduced },
      { totalMinor: 5000, tax: null },
      { totalMinor: 1190, tax: vat },
    ]
    expect(taxLines(items)).toEqual([
      { ...vat, netMinor: 11_000, taxMinor: 2090, grossMinor: 13_090 },
      { ...reduced, netMinor: 10_000, taxMinor: 700, grossMinor: 10_700 },
      { name: null, percentage: 0, netMinor: 5000, taxMinor: 0, grossMinor: 5000 },
    ])
    const half = taxLines(items, 14_395)
    expect(half.map(({ grossMinor }) => grossMinor)).toEqual([6545, 5350, 2500])
  })

  it('lists items from older versions as untaxed, and returns nothing without items', () => {
    expect(taxLines([{ totalMinor: 700 }], 100)).toEqual([
      { name: null, percentage: 0, netMinor: 600, taxMinor: 0, grossMinor: 600 },
    ])
    expect(taxLines([])).toEqual([])
  })

  it.each(['JPY', 'USD', 'KWD'])('adds up to the total to the minor unit in %s', (currency) => {
    const places = currencyPlaces(currency)
    const rate = fc.constantFrom(
      null,
      vat,
      reduced,
      { name: 'Zero', percentage: 0 },
      { name: 'X', percentage: 8.8125 },
    )
    const item: fc.Arbitrary<TaxedItem> = fc.record({
      totalMinor: fc.nat(50_000 * 10 ** places),
      tax: rate,
    })
    fc.assert(
      fc.property(
        fc.array(item, { maxLength: 50 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (items, share) => {
          const subtotal = sum(items.map(({ totalMinor }) => totalMinor))
          const discount = Math.floor(subtotal * share)
          const lines = taxLines(items, discount)
          expect(sum(lines.map(({ grossMinor }) => grossMinor))).toBe(subtotal - discount)
          for (const { netMinor, taxMinor, grossMinor, percentage } of lines) {
            expect(netMinor + taxMinor).toBe(grossMinor)
            expect(netMinor).toBeGreaterThanOrEqual(0)
            // The tax differs from the exact one by at most half a minor unit.
            expect(Math.abs(taxMinor - (grossMinor * percentage) / (100 + percentage))).toBeLessThan(0.5001)
            expect(Number.isInteger(Math.round(fromMinor(grossMinor, currency) * 10 ** places))).toBe(true)
          }
        },
      ),
    )
  })
})

describe('takenTaxLines', () => {
  const lines = taxLines([
    { totalMinor: 11_900, tax: vat },
    { totalMinor: 10_700, tax: reduced },
    { totalMinor: 333, tax: null },
  ])
  const total = 22_933

  it('takes a proportional share from each rate', () => {
    expect(takenTaxLines(lines, 0, total)).toEqual(lines)
    expect(takenTaxLines(lines, 0, 2293).map(({ grossMinor }) => grossMinor)).toEqual([1190, 1070, 33])
    expect(takenTaxLines(lines, total, 0).map(({ grossMinor }) => grossMinor)).toEqual([0, 0, 0])
  })

  it('never returns a negative part, even where the largest remainder method would shrink one', () => {
    // The Alabama paradox: by largest remainder, the third part is 2 of 10 but only 1 of 11.
    const rates = [
      { totalMinor: 6, tax: vat },
      { totalMinor: 6, tax: reduced },
      { totalMinor: 2, tax: null },
    ]
    expect(allocate(10, [6, 6, 2])).toEqual([4, 4, 2])
    expect(allocate(11, [6, 6, 2])).toEqual([5, 5, 1])
    const item = fc.record({ totalMinor: fc.nat(500), tax: fc.constantFrom(null, vat, reduced) })
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), fc.nat(), fc.nat(), (items, x, y) => {
        const whole = sum(items.map(({ totalMinor }) => totalMinor))
        const before = whole === 0 ? 0 : x % whole
        const amount = Math.min(y, whole - before)
        const taken = takenTaxLines(taxLines(items), before, amount)
        expect(sum(taken.map(({ grossMinor }) => grossMinor))).toBe(amount)
        for (const { netMinor, taxMinor, grossMinor } of taken) {
          expect(Math.min(netMinor, taxMinor, grossMinor)).toBeGreaterThanOrEqual(0)
          expect(netMinor + taxMinor).toBe(grossMinor)
        }
      }),
      { examples: [[rates, 10, 1]] },
    )
  })

  it('adds up to the tax lines regardless of how many refunds make up the total', () => {
    const cuts = fc.array(fc.integer({ min: 0, max: total }), { maxLength: 20 })
    fc.assert(
      fc.property(cuts, (all) => {
        const points = [0, ...all.toSorted((a, b) => a - b), total]
        const steps = points
          .slice(1)
          .map((to, index) => takenTaxLines(lines, points[index]!, to - points[index]!))
        for (const [index, line] of lines.entries())
          for (const field of ['netMinor', 'taxMinor', 'grossMinor'] as const)
            expect(sum(steps.map((step) => step[index]![field]))).toBe(line[field])
      }),
    )
  })
})
