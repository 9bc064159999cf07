import type { RequestBody, RequestQuery } from '@wp/http'
import { fixedClock, newId } from '@wp/kernel'
import { adminApi, newWorkspace, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { ownBilling } from './billing-database.ts'

const admin = () => adminApi(contract)

const key = () => ({ 'idempotency-key': newId() })

/** Creates a workspace that pays 100.01 a month with a discount of 33.3333 %, plus two additions. */
const payingWorkspace = async () => {
  const api = await admin()
  const { plan } = (
    await api.createPlan({
      name: 'Odd',
      slug: uniqueName('odd-'),
      pricePeriods: [
        { period: 'monthly', amountCents: 10_001, currencyCode: 'USD' },
        { period: 'annual', amountCents: 90_000, currencyCode: 'EUR' },
      ],
    })
  ).body
  const { workspaceId } = await newWorkspace()
  const params = { workspaceId }
  await api.assignPlan({ params, body: { planId: plan.id } })
  await api.updateSubscription({ params, body: { discountPercentage: 33.3333 } })
  await api.createInvoiceAddition({ params, body: { reason: 'SMS', quantity: 3, unitPrice: 0.335 } })
  await api.createInvoiceAddition({ params, body: { reason: 'Support', quantity: 1, unitPrice: 20 } })
  return { api, params, workspaceId }
}

describe('POST /admin/workspaces/:workspaceId/renewals', () => {
  it('charges exactly the quoted price with discount and additions', async () => {
    const { api, params } = await payingWorkspace()
    const { quote } = (await api.getRenewalQuote({ params, query: { period: 'monthly' } })).body
    expect(quote).toEqual({
      period: 'monthly',
      currencyCode: 'USD',
      lines: [
        { kind: 'plan', label: 'Odd, monthly', amount: 100.01 },
        { kind: 'discount', label: 'Discount of 33.3333 %', amount: -33.34 },
        { kind: 'addition', label: 'SMS', amount: 1.01 },
        { kind: 'addition', label: 'Support', amount: 20 },
      ],
      total: 87.68,
    })
    const renewed = await api.renewSubscription({ params, body: { period: 'monthly' }, headers: key() })
    expect(renewed.status).toBe(201)
    expect(renewed.body.payment).toMatchObject({
      type: 'subscription',
      amount: 87.68,
      currencyCode: 'USD',
      ...params,
    })
    const listed = (await api.listPayments({ query: params })).body.payments
    expect(listed).toEqual([renewed.body.payment])
  })

  it('charges and extends once for three concurrent requests with the same Idempotency-Key', async () => {
    const { api, params } = await payingWorkspace()
    const before = (await api.getAdminWorkspace({ params })).body.workspace.subscriptionEndDate!
    const headers = key()
    const renew = () => api.renewSubscription({ params, body: { period: 'monthly' }, headers })
    const replies = await Promise.all([renew(), renew(), renew()])
    for (const { status } of replies) expect([201, 409]).toContain(status)
    expect(replies.filter(({ status }) => status === 201).length).toBeGreaterThanOrEqual(1)
    expect((await renew()).headers.get('idempotency-replayed')).toBe('true')
    expect((await api.listPayments({ query: params })).body.payments).toHaveLength(1)
    const { workspace } = (await api.getAdminWorkspace({ params })).body
    const days = (Date.parse(workspace.subscriptionEndDate!) - Date.parse(before)) / 86_400_000
    expect(days).toBeGreaterThanOrEqual(28)
    expect(days).toBeLessThanOrEqual(31)
  })

  it('rejects a missing or reused Idempotency-Key and, like the renewal quote, an unknown period, a period without a price and an unknown workspace', async () => {
    const { api, params } = await payingWorkspace()
    const renew = (body: object, headers = key()) => api.renewSubscription.raw({ params, body, headers })
    expect(await api.renewSubscription({ params, body: { period: 'monthly' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await renew({})).toFailWith(400, 'INVALID_REQUEST', { path: 'period' })
    expect(await renew({ period: 'weekly' })).toFailWith(422, 'VALIDATION_FAILED', { path: 'period' })
    expect(await renew({ period: 'quarterly' })).toFailWith(422, 'VALIDATION_FAILED', { path: 'period' })
    expect(await renew({ period: 'annual' })).toFailWith(422, 'VALIDATION_FAILED', { path: 'period' })
    const headers = key()
    expect((await renew({ period: 'monthly' }, headers)).status).toBe(201)
    expect(await renew({ period: 'annual' }, headers)).toFailWith(422, 'IDEMPOTENCY_KEY_REUSED')
    expect((await api.listPayments({ query: params })).body.payments).toHaveLength(1)
    const quote = (query: RequestQuery<typeof contract.getRenewalQuote>, workspaceId = params.workspaceId) =>
      api.getRenewalQuote({ params: { workspaceId }, query })
    expect(await quote({})).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.getRenewalQuote.raw({ params, query: { period: 'weekly' } })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    expect(await quote({ period: 'quarterly' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await quote({ period: 'monthly' }, newId())).toFailWith(404, 'NOT_FOUND')
    expect(await quote({ period: 'monthly' }, 'nonsense')).toFailWith(400, 'INVALID_ID')
    const unknown = { params: { workspaceId: newId() }, body: { period: 'monthly' as const }, headers: key() }
    expect(await api.renewSubscription(unknown)).toFailWith(404, 'NOT_FOUND')
  })

  it('extends the subscription from now or from its end, whichever is later, keeps the day of the month, and rejects an end after 2999', async () => {
    const clock = fixedClock('2027-01-31T10:00:00.000Z')
    const { api, billing, stop } = await ownBilling(clock)
    try {
      const params = { workspaceId: await billing.signUp('basic') }
      const end = async (period: RequestBody<typeof contract.renewSubscription>['period']) => {
        const reply = await api.renewSubscription({ params, body: { period }, headers: key() })
        return reply.body.workspace.subscriptionEndDate
      }
      await api.updateSubscription({ params, body: { subscriptionEndDate: null } })
      expect(await end('monthly')).toBe('2027-02-28T10:00:00.000Z')
      await api.updateSubscription({ params, body: { subscriptionEndDate: '2026-12-31T23:59:59.999Z' } })
      expect(await end('annual')).toBe('2028-01-31T10:00:00.000Z')
      expect(await end('monthly')).toBe('2028-02-29T10:00:00.000Z')
      await api.updateSubscription({ params, body: { subscriptionEndDate: '2027-08-31T23:59:59.999Z' } })
      expect(await end('quarterly')).toBe('2027-11-30T23:59:59.999Z')
      expect(await end('semiannual')).toBe('2028-05-31T23:59:59.999Z')
      await api.updateSubscription({ params, body: { subscriptionEndDate: '2999-06-01T00:00:00Z' } })
      const last = { params, body: { period: 'annual' as const }, headers: key() }
      expect(await api.renewSubscription(last)).toFailWith(422, 'VALIDATION_FAILED', { path: 'period' })
    } finally {
      await stop()
    }
  })
})

describe('GET /admin/workspaces/:workspaceId/renewal-quote', () => {
  it("applies the category's discount unless the workspace has its own", async () => {
    const { api, billing, stop } = await ownBilling(fixedClock('2027-01-31T10:00:00.000Z'))
    try {
      await api.updateBusinessCategory({ params: { slug: 'fitness' }, body: { discountPercentage: 50 } })
      const quote = async (workspaceId: string) => {
        const reply = await api.getRenewalQuote({ params: { workspaceId }, query: { period: 'monthly' } })
        return reply.body.quote.total
      }
      const discounted = await billing.signUp('basic', 'fitness')
      expect(await quote(discounted)).toBe(9.5)
      expect(await quote(await billing.signUp('basic', 'retail'))).toBe(19)
      await api.updateSubscription({ params: { workspaceId: discounted }, body: { discountPercentage: 0 } })
      expect(await quote(discounted)).toBe(19)
    } finally {
      await stop()
    }
  })
})
