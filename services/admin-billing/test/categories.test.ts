import { systemClock } from '@wp/kernel'
import { adminApi, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { seedCategories } from '../src/categories/category.seed.ts'
import { seedPlans } from '../src/plans/plan.seed.ts'
import { ownBilling } from './billing-database.ts'

const slug = () => uniqueName('cat-')

describe('GET /public/business-categories', () => {
  it('returns at least twelve categories with Arabic names on a new installation, and rejects an invalid locale', async () => {
    const { body } = await visitorApi(contract).listPublicBusinessCategories({ query: { locale: 'ar' } })
    expect(body.businessCategories.length).toBeGreaterThanOrEqual(12)
    expect(body.businessCategories.find((category) => category.slug === 'barber')?.name).toBe('حلاقة رجالية')
    const bad = await visitorApi(contract).listPublicBusinessCategories({ query: { locale: '??' } })
    expect([400, 422]).toContain(bad.status)
  })
})

describe('/admin/business-categories', () => {
  it('creates, updates and lists a category, and hides an inactive one from the public list', async () => {
    const api = await adminApi(contract)
    const made = await api.createBusinessCategory({
      slug: slug(),
      name: 'Flower shop',
      discountPercentage: 12.5,
    })
    expect(made.status).toBe(201)
    const { businessCategory } = made.body
    expect(businessCategory).toMatchObject({ isActive: true, discountPercentage: 12.5, translations: [] })
    const changed = await api.updateBusinessCategory({
      params: { slug: businessCategory.slug },
      body: { isActive: false, discountPercentage: null },
    })
    expect(changed.body.businessCategory).toMatchObject({ isActive: false, discountPercentage: null })
    const all = await api.listBusinessCategories({ query: { limit: 100 } })
    expect(all.body.businessCategories.map((category) => category.slug)).toContain(businessCategory.slug)
    const open = await visitorApi(contract).listPublicBusinessCategories()
    expect(open.body.businessCategories.map((category) => category.slug)).not.toContain(businessCategory.slug)
  })

  it('rejects an invalid page number with 400', async () => {
    const api = await adminApi(contract)
    expect(await api.listBusinessCategories({ query: { page: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
  })
  it.each([
    ['no slug', { name: 'X' }, 400, 'slug'],
    ['a slug with spaces', { slug: 'a b', name: 'X' }, 422, 'slug'],
    ['a discount above 100', { slug: 'x', name: 'X', discountPercentage: 100.5 }, 422, 'discountPercentage'],
    [
      'a discount with five decimal places',
      { slug: 'x', name: 'X', discountPercentage: 1.00001 },
      422,
      'discountPercentage',
    ],
  ])('rejects a category with %s', async (_, body, status, path) => {
    const api = await adminApi(contract)
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.createBusinessCategory.raw({ body })).toFailWith(status, code, { path })
  })

  it('returns 409 for a duplicate slug, 404 for an unknown one and 422 or 400 for an invalid update', async () => {
    const api = await adminApi(contract)
    const body = { slug: slug(), name: 'Twice' }
    expect((await api.createBusinessCategory(body)).status).toBe(201)
    expect(await api.createBusinessCategory(body)).toFailWith(409, 'CONFLICT')
    expect(await api.updateBusinessCategory({ params: { slug: slug() }, body: {} })).toFailWith(
      404,
      'NOT_FOUND',
    )
    const params = { slug: body.slug }
    expect(await api.updateBusinessCategory({ params, body: { discountPercentage: -1 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.updateBusinessCategory.raw({ params, body: { name: 7 } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })
})

describe('seedPlans and seedCategories', () => {
  it("keeps an admin's changes and deletions when the seeds run again", async () => {
    const { api, billing, stop } = await ownBilling(systemClock)
    try {
      const { plans } = (await api.listPlans()).body
      const idOf = (planSlug: string) => plans.find((plan) => plan.slug === planSlug)!.id
      await api.updatePlan({ params: { planId: idOf('basic') }, body: { name: 'Starter' } })
      await api.deletePlan({ params: { planId: idOf('enterprise') } })
      await api.updateBusinessCategory({ params: { slug: 'barber' }, body: { name: 'Hair' } })
      for (const seed of [seedPlans, seedCategories]) await seed.up(billing.db, new AbortController().signal)
      const names = (await api.listPlans()).body.plans.map((plan) => plan.name)
      expect(names).toEqual(['Free', 'Starter', 'Pro'])
      const categories = (await api.listBusinessCategories({ query: { limit: 100 } })).body.businessCategories
      expect(categories.find((category) => category.slug === 'barber')?.name).toBe('Hair')
    } finally {
      await stop()
    }
  })
})
