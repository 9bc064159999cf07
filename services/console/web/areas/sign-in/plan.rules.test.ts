import type { BusinessCategory, Plan } from '@workspace-platform/client/admin-billing'
import { describe, expect, it } from 'vitest'
import { categoryName, firstPrice, planText } from './plan.rules.ts'

const price = (period: Plan['pricePeriods'][number]['period']) => ({
  period,
  amountCents: 100,
  currencyCode: 'USD',
})
const plan = {
  name: 'Pro',
  description: 'For teams',
  pricePeriods: [price('annual'), price('quarterly')],
  translations: [{ locale: 'ar', name: 'الاحترافية', description: null, logoImage: null, bannerImage: null }],
} as unknown as Plan

describe('planText', () => {
  it('returns the translation, or the original text without one', () => {
    expect(planText(plan, 'ar')).toEqual({ name: 'الاحترافية', description: 'For teams' })
    expect(planText(plan, 'en').name).toBe('Pro')
  })
})

describe('categoryName', () => {
  it('returns the translation or the original', () => {
    const category = { name: 'Salon', translations: [{ locale: 'ar', name: 'صالون' }] } as BusinessCategory
    expect([categoryName(category, 'ar'), categoryName(category, 'en')]).toEqual(['صالون', 'Salon'])
  })
})

describe('firstPrice', () => {
  it('returns the price of the shortest period', () => {
    expect(firstPrice(plan)?.period).toBe('quarterly')
    expect(firstPrice({ ...plan, pricePeriods: [] })).toBeNull()
  })
})
