import type { Plan } from '@workspace-platform/client/admin-billing'
import { describe, expect, it } from 'vitest'
import { toPlanBody, toPlanFields } from './plan.rules.ts'

const plan: Plan = {
  id: 'p1',
  name: 'Pro',
  slug: 'pro',
  description: 'For teams',
  isActive: true,
  sortOrder: 3,
  trialPeriodDays: 14,
  pricePeriods: [
    { period: 'monthly', amountCents: 2999, currencyCode: 'USD' },
    { period: 'annual', amountCents: 29_990, currencyCode: 'USD' },
  ],
  features: [
    {
      key: 'web-shop',
      translations: [
        { locale: 'en', label: 'Web shop', description: 'With domains' },
        { locale: 'ar', label: 'المتجر', description: null },
        { locale: 'de', label: 'Webshop', description: null },
      ],
    },
    { key: 'contests', translations: [] },
  ],
  flags: [
    { key: 'beta', value: 'on' },
    { key: 'max-staff', value: '20' },
    { key: 'storage-mb', value: '5000' },
  ],
  translations: [
    {
      locale: 'en',
      name: 'Pro',
      description: 'For teams',
      logoImage: 'https://a.example/l',
      bannerImage: null,
    },
    { locale: 'ar', name: 'احترافي', description: 'للفرق', logoImage: null, bannerImage: null },
    { locale: 'de', name: 'Profi', description: null, logoImage: null, bannerImage: null },
  ],
  createdAt: '2026-11-16T10:00:00.000Z',
  updatedAt: '2026-11-16T10:00:00.000Z',
}

describe('the form of a plan', () => {
  it('submits an unchanged plan unchanged, including fields that it does not show', () => {
    const { id: _1, createdAt: _2, updatedAt: _3, ...body } = plan
    expect(toPlanBody(toPlanFields(plan), plan)).toEqual(body)
  })

  it('shows a missing limit or price as an empty field and omits it on submit', () => {
    const flags = [{ key: 'max-staff', value: '-1' }]
    const fields = toPlanFields({ ...plan, flags, pricePeriods: [] })
    expect([fields.maxStaff, fields.storageMb, fields.monthly]).toEqual(['', '', ''])
    expect(toPlanBody(fields, { ...plan, flags, pricePeriods: [] })).toMatchObject({
      flags: [],
      pricePeriods: [],
    })
  })

  it('parses prices in dollars, and features line by line', () => {
    const fields = { ...toPlanFields(null), name: ' Team ', slug: 'team', monthly: '12,5' }
    const features = 'clients | Client records\n\npoint-of-sale | Point of sale | نقطة البيع'
    expect(toPlanBody({ ...fields, features }, null)).toMatchObject({
      name: 'Team',
      pricePeriods: [{ period: 'monthly', amountCents: 1250, currencyCode: 'USD' }],
      features: [
        { key: 'clients', translations: [{ locale: 'en', label: 'Client records' }] },
        {
          key: 'point-of-sale',
          translations: [
            { locale: 'en', label: 'Point of sale' },
            { locale: 'ar', label: 'نقطة البيع' },
          ],
        },
      ],
      translations: [{ locale: 'en', name: 'Team' }],
    })
  })
})
