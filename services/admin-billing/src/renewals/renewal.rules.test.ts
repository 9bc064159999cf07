import { AppError } from '@wp/kernel'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Plan } from '../plans/plan.contract.ts'
import { toSubscriptionEnd } from '../subscriptions/subscription.rules.ts'
import { applyDiscount, effectiveDiscount, monthlyCents, renewEnd, calculateQuote } from './renewal.rules.ts'
import { toRenewalQuote } from './renewal.view.ts'

const plan = (amountCents: number, period: Plan['pricePeriods'][number]['period'] = 'monthly') => ({
  name: 'Basic',
  pricePeriods: [{ period, amountCents, currencyCode: 'USD' }],
})

const addition = (quantity: number, unitPrice: number) => ({
  id: 'b'.repeat(24),
  reason: 'x',
  quantity,
  unitPrice,
  createdAt: new Date(0),
  createdBy: 'c'.repeat(24),
})

const tenThousandths = (value: number) => BigInt(Math.round(value * 10_000))

/** Divides non-negative integers and rounds half up. */
const rounded = (numerator: bigint, denominator: bigint) =>
  Number((numerator * 2n + denominator) / (denominator * 2n))

const cents = fc.integer({ min: 0, max: 100_000_000 })

const percentage = fc.integer({ min: 0, max: 1_000_000 }).map((value) => value / 10_000)

const places4 = (max: number) => fc.integer({ min: 1, max: max * 10_000 }).map((value) => value / 10_000)

describe('applyDiscount', () => {
  it('returns price × (1 − discount/100), rounded once', () => {
    fc.assert(
      fc.property(cents, percentage, (price, discount) => {
        const exact = rounded(BigInt(price) * (1_000_000n - tenThousandths(discount)), 1_000_000n)
        expect(applyDiscount(price, discount)).toBe(exact)
      }),
    )
    expect(applyDiscount(1, 50)).toBe(1) // half a cent is rounded up
    expect(applyDiscount(999, 0)).toBe(999)
    expect(applyDiscount(999, 100)).toBe(0)
  })
})

describe('calculateQuote', () => {
  it('adds undiscounted additions to the discounted plan price and returns lines that add up to the total', () => {
    const additions = fc.array(fc.tuple(places4(1000), places4(1000)), { maxLength: 5 })
    fc.assert(
      fc.property(cents, percentage, additions, (price, discountPercentage, items) => {
        const invoiceAdditions = items.map(([quantity, unitPrice]) => addition(quantity, unitPrice))
        const quote = calculateQuote({ plan: plan(price), discountPercentage, invoiceAdditions }, 'monthly')
        const extra = items.reduce(
          (sum, [quantity, unitPrice]) =>
            sum + rounded(tenThousandths(quantity) * tenThousandths(unitPrice), 1_000_000n),
          0,
        )
        expect(quote.totalCents).toBe(applyDiscount(price, discountPercentage) + extra)
        expect(quote.lines.reduce((sum, line) => sum + line.cents, 0)).toBe(quote.totalCents)
        expect(Math.round(toRenewalQuote(quote).total * 100)).toBe(quote.totalCents)
      }),
    )
  })

  it('rejects a period without a price in USD', () => {
    const euros = {
      name: 'Euro',
      pricePeriods: [{ period: 'monthly' as const, amountCents: 1, currencyCode: 'EUR' }],
    }
    const quote = (of: Pick<Plan, 'name' | 'pricePeriods'>, period: 'monthly' | 'annual') =>
      calculateQuote({ plan: of, discountPercentage: 0, invoiceAdditions: [] }, period)
    expect(() => quote(plan(100), 'annual')).toThrow(AppError)
    expect(() => quote(euros, 'monthly')).toThrow(/no monthly price in USD/)
  })
})

describe('effectiveDiscount', () => {
  it("prefers the workspace's discount to its category's, even when it is 0", () => {
    expect(effectiveDiscount(0, 20)).toBe(0)
    expect(effectiveDiscount(null, 20)).toBe(20)
    expect(effectiveDiscount(null, null)).toBe(0)
    expect(effectiveDiscount(5, undefined)).toBe(5)
  })
})

describe('monthlyCents', () => {
  it("returns the monthly price, a month's share of another period's price, or 0 without a price", () => {
    expect(monthlyCents(plan(1900))).toBe(1900)
    expect(monthlyCents(plan(1000, 'annual'))).toBe(83)
    expect(monthlyCents({ pricePeriods: [] })).toBe(0)
  })
})

describe('renewEnd', () => {
  it('adds whole months and keeps the time and day, or uses the last day of a shorter month', () => {
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2090-01-01'), noInvalidDate: true })
    const months = { monthly: 1, quarterly: 3, semiannual: 6, annual: 12 } as const
    fc.assert(
      fc.property(
        fc.option(moment, { nil: null }),
        moment,
        fc.constantFrom(...(['monthly', 'quarterly', 'semiannual', 'annual'] as const)),
        (end, now, period) => {
          const from = end && end > now ? end : now
          const renewed = renewEnd(toSubscriptionEnd(end), now, period).subscriptionEndDate!
          expect(renewed > from).toBe(true)
          expect(renewed.toISOString().slice(10)).toBe(from.toISOString().slice(10))
          const passed =
            (renewed.getUTCFullYear() - from.getUTCFullYear()) * 12 +
            renewed.getUTCMonth() -
            from.getUTCMonth()
          expect(passed).toBe(months[period])
          const lastDay = new Date(
            Date.UTC(renewed.getUTCFullYear(), renewed.getUTCMonth() + 1, 0),
          ).getUTCDate()
          expect(renewed.getUTCDate()).toBe(Math.min(from.getUTCDate(), lastDay))
        },
      ),
    )
  })

  it('keeps the original day of the month over several renewals', () => {
    const now = new Date('2027-01-10T08:00:00Z')
    let end = toSubscriptionEnd(new Date('2027-01-31T09:30:00Z'))
    const ends: string[] = []
    for (const period of ['monthly', 'monthly', 'monthly', 'annual', 'semiannual'] as const) {
      end = renewEnd(end, now, period)
      ends.push(end.subscriptionEndDate!.toISOString().slice(0, 10))
    }
    expect(ends).toEqual(['2027-02-28', '2027-03-31', '2027-04-30', '2028-04-30', '2028-10-31'])
  })

  it("restarts from the current day after an expiry, and keeps the end's day when no renewal day is stored", () => {
    const now = new Date('2027-02-10T08:00:00Z')
    const ended = { subscriptionEndDate: new Date('2027-01-31T09:30:00Z'), renewalDay: 31 }
    expect(renewEnd(ended, now, 'monthly')).toEqual({
      subscriptionEndDate: new Date('2027-03-10T08:00:00Z'),
      renewalDay: 10,
    })
    const old = { subscriptionEndDate: new Date('2027-02-28T00:00:00Z'), renewalDay: null }
    expect(renewEnd(old, now, 'monthly').renewalDay).toBe(28)
  })

  it('rejects a renewal past the year 2999', () => {
    const end = toSubscriptionEnd(new Date('2999-06-01T00:00:00Z'))
    expect(renewEnd(end, new Date(), 'semiannual').subscriptionEndDate).toEqual(
      new Date('2999-12-01T00:00:00Z'),
    )
    expect(() => renewEnd(end, new Date(), 'annual')).toThrow(/after the year 2999/)
  })
})
