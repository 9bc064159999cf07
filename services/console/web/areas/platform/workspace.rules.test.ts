import type { AdminWorkspace } from '@workspace-platform/client/admin-billing'
import { describe, expect, it } from 'vitest'
import { isMistyped, periodsOf, stateOf, toEnd, toOptionalNumber } from './workspace.rules.ts'

const now = new Date('2026-11-17T12:00:00.000Z')
const ending = (subscriptionEndDate: string | null) => stateOf({ subscriptionEndDate }, now)

describe('stateOf', () => {
  it('compares the end with the current time', () => {
    expect(ending('2026-11-17T12:00:00.000Z')).toBe('expired')
    expect(ending('2026-11-30T12:00:00.000Z')).toBe('endsSoon')
    expect(ending('2026-12-01T12:00:00.000Z')).toBe('active')
    expect(ending(null)).toBe('active')
  })
})

describe('toEnd', () => {
  it('keeps the time when the day is unchanged', () => {
    expect(toEnd('2026-12-05', '2026-12-05T09:30:00.000Z')).toBe('2026-12-05T09:30:00.000Z')
    expect(toEnd('2026-12-06', '2026-12-05T09:30:00.000Z')).toBe('2026-12-06T00:00:00.000Z')
    expect(toEnd('2026-12-06', null)).toBe('2026-12-06T00:00:00.000Z')
    expect(toEnd('', '2026-12-05T09:30:00.000Z')).toBeNull()
  })
})

describe('toOptionalNumber', () => {
  it('parses empty texts and Arabic digits', () => {
    expect([' ', '12,5', '٧'].map(toOptionalNumber)).toEqual([null, 12.5, 7])
    expect(['', '3', 'three'].map(isMistyped)).toEqual([false, false, true])
  })
})

describe('periodsOf', () => {
  it('returns the periods with a price in US dollars, the shortest first', () => {
    const price = (period: 'monthly' | 'annual' | 'quarterly', currencyCode: string) => ({
      period,
      currencyCode,
      amountCents: 100,
    })
    const plan = {
      pricePeriods: [price('annual', 'USD'), price('quarterly', 'EUR'), price('monthly', 'USD')],
    } as AdminWorkspace['plan']
    expect(periodsOf({ plan })).toEqual(['monthly', 'annual'])
  })
})
