import { adminApi, adminToken, signAdminToken, newWorkspace, uniqueName, visitorApi } from '@wp/testing'
import { newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { openBilling } from './billing-database.ts'

const slug = () => uniqueName('plan-')

const admin = () => adminApi(contract)

describe('GET /public/plans', () => {
  it('returns the four initial plans in order, in English and Arabic', async () => {
    const { body } = await visitorApi(contract).listPublicPlans()
    const seeded = body.plans.filter((plan) => ['free', 'basic', 'pro', 'enterprise'].includes(plan.slug))
    expect(seeded.map((plan) => plan.slug)).toEqual(['free', 'basic', 'pro', 'enterprise'])
    expect(seeded.map((plan) => plan.trialPeriodDays)).toEqual([null, 14, 14, 14])
    for (const plan of seeded) {
      expect(plan.pricePeriods.map((price) => price.period)).toEqual([
        'monthly',
        'quarterly',
        'semiannual',
        'annual',
      ])
      expect(plan.translations.map((text) => text.locale)).toEqual(['en', 'ar'])
      expect(plan.flags.map((flag) => flag.key)).toEqual(['max-staff', 'storage-mb'])
    }
    const arabic = await visitorApi(contract).listPublicPlans({ query: { locale: 'ar' } })
    expect(arabic.body.plans.find((plan) => plan.slug === 'free')?.name).toBe('مجاني')
  })

  it('rejects a locale that is not a language tag', async () => {
    const reply = await visitorApi(contract).listPublicPlans({ query: { locale: 'english!' } })
    expect([400, 422]).toContain(reply.status)
  })
})

describe('/admin/plans', () => {
  it('creates, reads, updates, lists and deletes a plan and writes audit entries', async () => {
    const api = await admin()
    const made = await api.createPlan({ name: 'Solo', slug: slug(), pricePeriods: [] })
    expect(made.status).toBe(201)
    const { plan } = made.body
    expect(plan).toMatchObject({ name: 'Solo', isActive: true, description: null, features: [], flags: [] })
    const params = { planId: plan.id }
    expect((await api.getPlan({ params })).body.plan).toEqual(plan)
    const changed = await api.updatePlan({ params, body: { description: 'For one', isActive: false } })
    expect(changed.body.plan).toMatchObject({ description: 'For one', isActive: false, slug: plan.slug })
    expect((await api.updatePlan({ params, body: {} })).status).toBe(200)
    const listed = await api.listPlans({ query: { limit: 100 } })
    expect(listed.body.plans.map(({ id }) => id)).toContain(plan.id)
    expect((await api.deletePlan({ params })).status).toBe(204)
    expect(await api.getPlan({ params })).toFailWith(404, 'NOT_FOUND')
    const billing = await openBilling()
    const audit = await billing.events('wp.admin-billing.audit.recorded.v1')
    await billing.close()
    const actions = audit.filter(({ data }) => data['targetId'] === plan.id).map(({ data }) => data['action'])
    expect(actions).toEqual(['plan.created', 'plan.updated', 'plan.updated', 'plan.removed'])
  })

  it('returns 409 for a duplicate slug until the plan with this slug is deleted', async () => {
    const api = await admin()
    const body = { name: 'Twin', slug: slug() }
    const first = await api.createPlan(body)
    expect(await api.createPlan(body)).toFailWith(409, 'CONFLICT')
    const other = await api.createPlan({ ...body, slug: slug() })
    const params = { planId: other.body.plan.id }
    expect(await api.updatePlan({ params, body: { slug: body.slug } })).toFailWith(409, 'CONFLICT')
    await api.deletePlan({ params: { planId: first.body.plan.id } })
    expect((await api.createPlan(body)).status).toBe(201)
  })

  it('returns 404 for an unknown plan, and 404 (GET) or 400 (DELETE) for a malformed id', async () => {
    const api = await admin()
    expect(await api.getPlan({ params: { planId: newId() } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.getPlan({ params: { planId: 'nonsense' } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updatePlan({ params: { planId: newId() }, body: {} })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deletePlan({ params: { planId: newId() } })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deletePlan({ params: { planId: 'nonsense' } })).toFailWith(400, 'INVALID_ID')
  })

  it('returns 409 for deleting a plan in use, 400 for an invalid limit, 403 to an analyst and 401 without a token', async () => {
    const { planId, workspaceId } = await newWorkspace()
    const api = await admin()
    await api.getAdminWorkspace({ params: { workspaceId } })
    expect(await api.deletePlan({ params: { planId } })).toFailWith(409, 'CONFLICT')
    const token = signAdminToken(await adminToken(), ['analyst'], ['dashboard.view'])
    expect(await api.listPlans({ query: { limit: 101 } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'limit',
    })
    expect(await api.listPlans({ token })).toFailWith(403, 'FORBIDDEN')
    expect(await api.getPlan({ params: { planId }, token })).toFailWith(403, 'FORBIDDEN')
    expect(await api.getPlan({ params: { planId }, token: null })).toFailWith(401, 'UNAUTHENTICATED')
  })
})

const smsLabel = { locale: 'en', label: 'SMS' }

describe('POST /admin/plans', () => {
  it.each([
    ['a missing name', { slug: 'x' }, 400, 'name'],
    ['a name that is a number', { name: 1, slug: 'x' }, 400, 'name'],
    ['an empty name', { name: ' ', slug: 'x' }, 422, 'name'],
    ['an uppercase slug', { name: 'X', slug: 'X Y' }, 422, 'slug'],
    [
      'two translations of a feature in one language',
      { name: 'X', slug: 'x', features: [{ key: 'sms', translations: [smsLabel, smsLabel] }] },
      422,
      'features.0.translations',
    ],
    [
      'a feature description of 2,001 characters',
      {
        name: 'X',
        slug: 'x',
        features: [{ key: 'sms', translations: [{ ...smsLabel, description: 'x'.repeat(2001) }] }],
      },
      422,
      'features.0.translations.0.description',
    ],
    [
      'an unknown period',
      { name: 'X', slug: 'x', pricePeriods: [{ period: 'weekly', amountCents: 1, currencyCode: 'USD' }] },
      422,
      'pricePeriods.0.period',
    ],
    [
      'a negative price',
      { name: 'X', slug: 'x', pricePeriods: [{ period: 'monthly', amountCents: -1, currencyCode: 'USD' }] },
      422,
      'pricePeriods.0.amountCents',
    ],
    [
      'an unknown currency',
      { name: 'X', slug: 'x', pricePeriods: [{ period: 'monthly', amountCents: 1, currencyCode: 'XXX' }] },
      422,
      'pricePeriods.0.currencyCode',
    ],
    [
      'a duplicate flag',
      {
        name: 'X',
        slug: 'x',
        flags: [
          { key: 'a', value: '1' },
          { key: 'a', value: '2' },
        ],
      },
      422,
      'flags',
    ],
  ])('rejects a plan with %s', async (_, body, status, path) => {
    const api = await admin()
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.createPlan.raw({ body })).toFailWith(status, code, { path })
  })
})

describe('PATCH /admin/plans/:planId', () => {
  it.each([
    ['a name that is a number', { name: 1 }, 400, 'name'],
    ['a blank name', { name: ' ' }, 422, 'name'],
    ['an uppercase slug', { slug: 'X' }, 422, 'slug'],
    ['a fractional trial period', { trialPeriodDays: 0.5 }, 422, 'trialPeriodDays'],
  ])('rejects an update to %s', async (_, body, status, path) => {
    const api = await admin()
    const { plan } = (await api.createPlan({ name: 'Y', slug: slug() })).body
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.updatePlan.raw({ params: { planId: plan.id }, body })).toFailWith(status, code, { path })
  })

  it('applies new limits immediately to workspaces on the plan', async () => {
    const api = await admin()
    const { plan } = (
      await api.createPlan({ name: 'Grows', slug: slug(), flags: [{ key: 'max-staff', value: '3' }] })
    ).body
    const workspace = await newWorkspace(contract)
    await api.assignPlan({ params: { workspaceId: workspace.workspaceId }, body: { planId: plan.id } })
    const maxStaff = async () => (await workspace.api.getOwnSubscription()).body.subscription.limits.maxStaff
    expect(await maxStaff()).toBe(3)
    await api.updatePlan({ params: { planId: plan.id }, body: { flags: [{ key: 'max-staff', value: '5' }] } })
    expect(await maxStaff()).toBe(5)
  })
})
