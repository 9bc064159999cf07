import { addDays, utcDay } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { activeChanges, groupChanges, priceGroupKey, toPriceGroup } from './subscription-counter.rules.ts'
import type { Countable } from './subscription-counter.rules.ts'

const subscription = (changes: Partial<Countable> = {}): Countable => ({
  planId: 'a'.repeat(24),
  subscriptionEndDate: null,
  discountPercentage: null,
  businessCategorySlug: 'retail',
  additionalStorageMB: 0,
  invoiceAdditions: [],
  ...changes,
})

const addition = (quantity: number, unitPrice: number) => ({
  id: 'b'.repeat(24),
  reason: 'x',
  quantity,
  unitPrice,
  createdAt: new Date(0),
  createdBy: 'c'.repeat(24),
})

const hourMs = 3_600_000

const start = Date.parse('2026-11-01T00:00:00.000Z')

/** Returns the current day with the number of subscriptions active at its end, if nothing else changes. */
const endsOfDays = (ends: ReadonlyMap<number, Date | null>, now: number): [string, number][] => {
  const day = utcDay(new Date(now))
  const lastMoment = Date.parse(`${addDays(day, 1)}T00:00:00.000Z`) - 1
  const active = [...ends.values()].filter((end) => end === null || end.getTime() > lastMoment)
  return [[day, active.length]]
}

describe('toPriceGroup', () => {
  it('separates subscriptions with and without add-ons, and ignores the category when the workspace has its own discount', () => {
    expect(toPriceGroup(subscription()).hasAddOns).toBe(false)
    expect(toPriceGroup(subscription({ additionalStorageMB: 1 })).hasAddOns).toBe(true)
    expect(toPriceGroup(subscription({ invoiceAdditions: [addition(1, 0)] })).hasAddOns).toBe(true)
    expect(toPriceGroup(subscription({ discountPercentage: 0 })).businessCategorySlug).toBeNull()
    const own = priceGroupKey(toPriceGroup(subscription({ discountPercentage: 10 })))
    expect(own).not.toBe(priceGroupKey(toPriceGroup(subscription({ businessCategorySlug: '10' }))))
  })
})

describe('groupChanges', () => {
  it('changes only the additions total for a subscription that stays in its group', () => {
    const before = subscription({ invoiceAdditions: [addition(2, 1.5)] })
    const after = subscription({ invoiceAdditions: [addition(2, 2)] })
    expect(groupChanges(before, after)).toMatchObject([{ count: 0, additionsCents: 100 }])
    expect(groupChanges(before, before)).toEqual([])
    expect(groupChanges(null, before)).toMatchObject([{ count: 1, additionsCents: 300 }])
    expect(groupChanges(before, null)).toMatchObject([{ count: -1, additionsCents: -300 }])
  })
})

describe('activeChanges', () => {
  it('returns changes that add up to the active subscriptions at the end of each day, regardless of later changes', () => {
    const end = fc.option(fc.integer({ min: -200, max: 700 }), { nil: null })
    const steps = fc.array(fc.record({ hours: fc.integer({ min: 0, max: 60 }), who: fc.nat(4), end }), {
      maxLength: 30,
    })
    fc.assert(
      fc.property(steps, (all) => {
        const ends = new Map<number, Date | null>()
        const changes = new Map<string, number>()
        const seen = new Map<string, number>()
        let now = start
        const note = () => {
          for (const [day, active] of endsOfDays(ends, now)) seen.set(day, active)
        }
        for (const step of all) {
          const next = now + step.hours * hourMs + 1
          while (utcDay(new Date(now)) < utcDay(new Date(next))) {
            note()
            now = Date.parse(`${addDays(utcDay(new Date(now)), 1)}T00:00:00.000Z`)
          }
          now = next
          const after = step.end === null ? null : new Date(now + step.end * hourMs)
          const before = ends.has(step.who) ? { subscriptionEndDate: ends.get(step.who)! } : null
          for (const [day, change] of activeChanges(before, { subscriptionEndDate: after }, new Date(now)))
            changes.set(day, (changes.get(day) ?? 0) + change)
          ends.set(step.who, after)
        }
        note()
        for (const [day, active] of seen) {
          const sum = [...changes].reduce(
            (total, [date, change]) => (date <= day ? total + change : total),
            0,
          )
          expect(sum).toBe(active)
        }
      }),
    )
  })
})
