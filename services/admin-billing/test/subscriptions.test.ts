import type { RequestBody, RequestQuery } from '@wp/http'
import { newId } from '@wp/kernel'
import {
  adminApi,
  adminToken,
  memoize,
  newWorkspace,
  platform,
  signAdminToken,
  uniqueName,
} from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { openBilling } from './billing-database.ts'

/** A workspace shared by tests whose requests are all rejected. */
const untouched = memoize(() => newWorkspace())

const admin = () => adminApi(contract)

const changed = 'wp.admin-billing.subscription.changed.v1'
const published = 'wp.admin-billing.subscription.published.v1'

describe('GET /admin/workspaces/:workspaceId', () => {
  it('returns a new workspace immediately after signup', async () => {
    const { workspaceId, email, planId } = await newWorkspace()
    const { status, body } = await (await admin()).getAdminWorkspace({ params: { workspaceId } })
    expect(status).toBe(200)
    expect(body.workspace).toMatchObject({
      id: workspaceId,
      email,
      planId,
      plan: { id: planId, slug: 'pro', isActive: true },
      marketingOptIn: false,
      discountPercentage: null,
      additionalStorageMB: 0,
      invoiceAdditions: [],
    })
    const { createdAt, subscriptionEndDate } = body.workspace
    expect(Date.parse(subscriptionEndDate!) - Date.parse(createdAt)).toBe(14 * 86_400_000)
  })

  it('does not publish a new subscription as a change', async () => {
    const { workspaceId } = await newWorkspace()
    await (await admin()).getAdminWorkspace({ params: { workspaceId } })
    const billing = await openBilling()
    const counts = () =>
      Promise.all([changed, published].map(async (type) => (await billing.events(type, workspaceId)).length))
    expect(await counts()).toEqual([0, 0])
    await billing.close()
  })

  it('returns the email as the name of a workspace without a name', async () => {
    const { workspaceId, email, token } = await newWorkspace({}, { name: 'Corner Shop' })
    const name = async () =>
      (await (await admin()).getAdminWorkspace({ params: { workspaceId } })).body.workspace.name
    expect(await name()).toBe('Corner Shop')
    // The contract of identity cannot be imported here, because identity depends on admin-billing.
    const renamed = await fetch(`${platform().gatewayUrl}/v1/workspace/${workspaceId}`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: '{"name":null}',
    })
    expect(renamed.status).toBe(200)
    await expect.poll(name).toBe(email)
  })

  it('returns a null end date for the free plan, which has no trial', async () => {
    const { workspaceId } = await newWorkspace({}, { planSlug: 'free' })
    const { body } = await (await admin()).getAdminWorkspace({ params: { workspaceId } })
    expect(body.workspace.subscriptionEndDate).toBeNull()
  })

  it('rejects analysts, owners and requests without a token', async () => {
    const api = await admin()
    const { workspaceId, token } = await newWorkspace()
    const params = { workspaceId }
    const analyst = signAdminToken(await adminToken(), ['analyst'], ['dashboard.view'])
    expect(await api.getAdminWorkspace({ params, token: analyst })).toFailWith(403, 'FORBIDDEN')
    expect(await api.getAdminWorkspace({ params, token })).toFailWith(403, 'FORBIDDEN')
    expect(await api.getAdminWorkspace({ params, token: null })).toFailWith(401, 'UNAUTHENTICATED')
    const plain = signAdminToken(
      await adminToken(),
      ['admin'],
      ['businesses.manage', 'plans.manage', 'dashboard.view'],
    )
    expect((await api.getAdminWorkspace({ params, token: plain })).status).toBe(200)
  })
})

describe('GET /admin/workspaces', () => {
  it('searches by the beginning of words in name and email', async () => {
    const word = uniqueName('zebra')
    const { workspaceId, email } = await newWorkspace({}, { name: `Blue ${word} Salon` })
    const api = await admin()
    await api.getAdminWorkspace({ params: { workspaceId } })
    const found = async (query: RequestQuery<typeof contract.listAdminWorkspaces>) =>
      (await api.listAdminWorkspaces({ query })).body.workspaces.map(({ id }) => id)
    expect(await found({ search: word.toUpperCase() })).toEqual([workspaceId])
    expect(await found({ search: `blüe ${word}` })).toEqual([workspaceId])
    expect(await found({ search: email })).toEqual([workspaceId])
    expect(await found({ search: word.slice(1) })).toEqual([])
  })

  it('filters by plan, category and subscription state', async () => {
    const api = await admin()
    const slug = uniqueName('plan-')
    const { plan } = (await api.createPlan({ name: 'Lonely', slug })).body
    const { workspaceId } = await newWorkspace()
    const params = { workspaceId }
    await api.assignPlan({ params, body: { planId: plan.id } })
    const list = async (query: RequestQuery<typeof contract.listAdminWorkspaces>) =>
      (await api.listAdminWorkspaces({ query: { planId: plan.id, ...query } })).body.workspaces.map(
        ({ id }) => id,
      )
    expect(await list({})).toEqual([workspaceId])
    expect(await list({ subscription: 'active' })).toEqual([workspaceId])
    expect(await list({ subscription: 'expired' })).toEqual([])
    const { workspace } = (await api.getAdminWorkspace({ params })).body
    expect(await list({ businessCategorySlug: workspace.businessCategorySlug })).toEqual([workspaceId])
    expect(await list({ businessCategorySlug: 'none-such' })).toEqual([])
    await api.updateSubscription({ params, body: { subscriptionEndDate: '2020-01-01T00:00:00Z' } })
    expect(await list({ subscription: 'expired' })).toEqual([workspaceId])
    expect(await list({ subscription: 'active' })).toEqual([])
  })

  it('rejects a limit of 0 and an unknown subscription state with 400', async () => {
    const api = await admin()
    expect(await api.listAdminWorkspaces({ query: { limit: 0 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listAdminWorkspaces.raw({ query: { subscription: 'maybe' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })
})

describe('PATCH /admin/workspaces/:workspaceId/plan', () => {
  it('assigns a plan without changing the end date, and publishes nothing when the plan is unchanged', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const params = { workspaceId }
    const before = (await api.getAdminWorkspace({ params })).body.workspace
    const { plan } = (await api.createPlan({ name: 'Other', slug: uniqueName('plan-') })).body
    const assigned = await api.assignPlan({ params, body: { planId: plan.id } })
    expect(assigned.status).toBe(200)
    expect(assigned.body.message).toContain('Other')
    expect(assigned.body.workspace).toMatchObject({
      planId: plan.id,
      subscriptionEndDate: before.subscriptionEndDate,
    })
    const billing = await openBilling()
    const known = (await billing.events(changed, workspaceId)).length
    const again = await api.assignPlan({ params, body: { planId: plan.id } })
    expect(again.status).toBe(200)
    expect((await billing.events(changed, workspaceId)).length).toBe(known)
    await billing.close()
  })

  it('returns 422 for an inactive, unknown or missing plan, 400 for a malformed id and 404 for an unknown workspace, and rejects analysts and visitors', async () => {
    const api = await admin()
    const { workspaceId, planId } = await newWorkspace()
    const params = { workspaceId }
    const { plan } = (await api.createPlan({ name: 'Old', slug: uniqueName('plan-'), isActive: false })).body
    expect(await api.assignPlan({ params, body: { planId: plan.id } })).toFailWith(422, 'PLAN_INACTIVE')
    expect(await api.assignPlan({ params, body: { planId: newId() } })).toFailWith(422, 'PLAN_INACTIVE')
    expect(await api.assignPlan.raw({ params, body: {} })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'planId',
    })
    expect(await api.assignPlan.raw({ params, body: { planId: 7 } })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await api.assignPlan({ params, body: { planId: 'nonsense' } })).status).toBe(400)
    expect(await api.assignPlan({ params: { workspaceId: 'nonsense' }, body: { planId } })).toFailWith(
      400,
      'INVALID_ID',
    )
    expect(await api.assignPlan({ params: { workspaceId: newId() }, body: { planId } })).toFailWith(
      404,
      'NOT_FOUND',
    )
    const analyst = signAdminToken(await adminToken(), ['analyst'], ['dashboard.view'])
    expect(await api.assignPlan({ params, body: { planId }, token: analyst })).toFailWith(403, 'FORBIDDEN')
    expect(await api.assignPlan({ params, body: { planId }, token: null })).toFailWith(401, 'UNAUTHENTICATED')
  })
})

describe('/admin/workspaces/:workspaceId', () => {
  it('returns 404 for an unknown workspace and 400 for a malformed id, as do the subscription, storage and invoice addition routes', async () => {
    const api = await admin()
    const body = { reason: 'x', quantity: 1, unitPrice: 1 }
    for (const [workspaceId, status, code] of [
      [newId(), 404, 'NOT_FOUND'],
      ['nonsense', 400, 'INVALID_ID'],
    ] as const) {
      const params = { workspaceId }
      const addition = { workspaceId, additionId: newId() }
      expect(await api.getAdminWorkspace({ params })).toFailWith(status, code)
      expect(await api.updateSubscription({ params, body: {} })).toFailWith(status, code)
      expect(await api.updateStorage({ params, body: { additionalStorageMB: 1 } })).toFailWith(status, code)
      expect(await api.listInvoiceAdditions({ params })).toFailWith(status, code)
      expect(await api.createInvoiceAddition({ params, body })).toFailWith(status, code)
      expect(await api.updateInvoiceAddition({ params: addition, body })).toFailWith(status, code)
      expect(await api.deleteInvoiceAddition({ params: addition })).toFailWith(status, code)
    }
  })
})

describe('PATCH /admin/workspaces/:workspaceId/subscription', () => {
  it('accepts a past end date, no end date and a discount between 0 and 100, and rejects invalid ones', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const params = { workspaceId }
    const update = (body: RequestBody<typeof contract.updateSubscription>) =>
      api.updateSubscription({ params, body })
    const past = await update({
      subscriptionEndDate: '2021-05-05T10:00:00+02:00',
      discountPercentage: 33.3333,
    })
    expect(past.body.workspace).toMatchObject({
      subscriptionEndDate: '2021-05-05T08:00:00.000Z',
      discountPercentage: 33.3333,
    })
    expect((await update({ subscriptionEndDate: null })).body.workspace).toMatchObject({
      subscriptionEndDate: null,
      discountPercentage: 33.3333,
    })
    expect((await update({ discountPercentage: null })).body.workspace.discountPercentage).toBeNull()
    expect((await update({})).status).toBe(200)
    expect(await update({ subscriptionEndDate: '2021-02-30' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.updateSubscription.raw({ params, body: { discountPercentage: '10' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await update({ discountPercentage: 100.01 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await update({ discountPercentage: 1.23456 })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await update({ subscriptionEndDate: '9999-12-31T00:00:00Z' })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('PATCH /admin/workspaces/:workspaceId/storage', () => {
  it("adds the storage to the plan's storage, publishes the new limit and rejects a negative amount", async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace({}, { planSlug: 'basic' })
    const params = { workspaceId }
    const set = await api.updateStorage({ params, body: { additionalStorageMB: 500 } })
    expect(set.body.workspace.additionalStorageMB).toBe(500)
    const billing = await openBilling()
    const last = (await billing.events(changed, workspaceId)).at(-1)
    await billing.close()
    expect(last?.data['subscription']).toMatchObject({
      limits: { storageMb: 1524 },
      additionalStorageMB: 500,
    })
    const wrong = (additionalStorageMB: unknown) =>
      api.updateStorage.raw({ params, body: { additionalStorageMB } })
    expect(await wrong(-1)).toFailWith(422, 'VALIDATION_FAILED', { path: 'additionalStorageMB' })
    expect(await wrong('5')).toFailWith(400, 'INVALID_REQUEST')
    expect(await wrong(undefined)).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('/admin/workspaces/:workspaceId/invoice-additions', () => {
  it('creates, lists, updates and deletes an addition and calculates its total', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const params = { workspaceId }
    const made = await api.createInvoiceAddition.raw({
      params,
      body: { reason: '  Extra SMS ', quantity: 2.5, unitPrice: 1.999, total: 1, createdBy: newId() },
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ reason: 'Extra SMS', quantity: 2.5, unitPrice: 1.999, total: 5 })
    const one = { workspaceId, additionId: made.body.id }
    const updated = await api.updateInvoiceAddition({ params: one, body: { quantity: 0.01 } })
    expect(updated.body).toMatchObject({ quantity: 0.01, total: 0.02, createdAt: made.body.createdAt })
    const { workspace } = (await api.getAdminWorkspace({ params })).body
    expect(workspace.invoiceAdditions).toEqual([updated.body])
    expect((await api.listInvoiceAdditions({ params })).body.invoiceAdditions).toEqual([updated.body])
    expect((await api.deleteInvoiceAddition({ params: one })).status).toBe(204)
    expect(await api.deleteInvoiceAddition({ params: one })).toFailWith(404, 'NOT_FOUND')
    expect(await api.updateInvoiceAddition({ params: one, body: {} })).toFailWith(404, 'NOT_FOUND')
    expect((await api.listInvoiceAdditions({ params })).body.invoiceAdditions).toEqual([])
  })

  it.each([
    ['no reason', { quantity: 1, unitPrice: 1 }, 400, 'reason'],
    ['a blank reason', { reason: '   ', quantity: 1, unitPrice: 1 }, 422, 'reason'],
    ['a reason of 501 characters', { reason: 'x'.repeat(501), quantity: 1, unitPrice: 1 }, 422, 'reason'],
    ['a quantity below 0.01', { reason: 'x', quantity: 0.009, unitPrice: 1 }, 422, 'quantity'],
    [
      'a quantity with five decimal places',
      { reason: 'x', quantity: 1.00001, unitPrice: 1 },
      422,
      'quantity',
    ],
    ['a negative unit price', { reason: 'x', quantity: 1, unitPrice: -0.01 }, 422, 'unitPrice'],
    ['a quantity as text', { reason: 'x', quantity: '1', unitPrice: 1 }, 400, 'quantity'],
  ])('rejects an addition with %s', async (_, body, status, path) => {
    const api = await admin()
    const { workspaceId } = await untouched()
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.createInvoiceAddition.raw({ params: { workspaceId }, body })).toFailWith(status, code, {
      path,
    })
  })

  it('rejects an invalid update and creates only one addition for a repeated Idempotency-Key', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const params = { workspaceId }
    const body = { reason: 'Once', quantity: 1, unitPrice: 10 }
    const headers = { 'idempotency-key': newId() }
    const first = await api.createInvoiceAddition({ params, body, headers })
    const second = await api.createInvoiceAddition({ params, body, headers })
    expect(second.body).toEqual(first.body)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect((await api.listInvoiceAdditions({ params })).body.invoiceAdditions).toHaveLength(1)
    expect(await api.createInvoiceAddition({ params, body: { ...body, quantity: 2 }, headers })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
    const one = { workspaceId, additionId: first.body.id }
    expect(await api.updateInvoiceAddition({ params: one, body: { unitPrice: -1 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.updateInvoiceAddition.raw({ params: one, body: { reason: 1 } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
  })

  it('rejects a total that is too large and leaves the addition unchanged', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const params = { workspaceId }
    const dear = { reason: 'Dear', quantity: 50_000_000, unitPrice: 1_000_000 }
    const { body: first } = await api.createInvoiceAddition({ params, body: dear })
    expect(await api.createInvoiceAddition({ params, body: dear })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'quantity',
    })
    // The counters ignore an expired subscription, so they do not compute its total.
    await api.updateSubscription({ params, body: { subscriptionEndDate: '2020-01-01T00:00:00.000Z' } })
    const huge = { quantity: 1_000_000_000, unitPrice: 1_000_000_000 }
    const one = { workspaceId, additionId: first.id }
    expect(await api.updateInvoiceAddition({ params: one, body: huge })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'quantity' },
    )
    const { workspace } = (await api.getAdminWorkspace({ params })).body
    expect(workspace.invoiceAdditions).toEqual([first])
  })

  it('stores all of ten additions created concurrently', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const params = { workspaceId }
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        api.createInvoiceAddition({ params, body: { reason: `Nr ${index}`, quantity: 1, unitPrice: 1 } }),
      ),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(201))
    expect((await api.listInvoiceAdditions({ params })).body.invoiceAdditions).toHaveLength(10)
  })
})
