import type { RequestQuery } from '@wp/http'
import { newId } from '@wp/kernel'
import { adminApi, memoize, newWorkspace, uniqueName } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { openBilling } from './billing-database.ts'

/** A workspace shared by tests whose requests are all rejected. */
const untouched = memoize(() => newWorkspace())

const admin = () => adminApi(contract)

describe('POST /admin/payments', () => {
  it('records and publishes a payment, dated now by default', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const asked = new Date().toISOString()
    const first = await api.createPayment({ workspaceId, type: 'sms', amount: 12.34, note: ' Bundle ' })
    expect(first.status).toBe(201)
    expect(first.body.payment).toMatchObject({
      workspaceId,
      type: 'sms',
      amount: 12.34,
      currencyCode: 'USD',
      note: 'Bundle',
    })
    const { paidAt, createdAt } = first.body.payment
    expect([asked, paidAt, createdAt].toSorted((a, b) => a.localeCompare(b))).toEqual([
      asked,
      paidAt,
      createdAt,
    ])
    const second = await api.createPayment({
      workspaceId,
      type: 'storage',
      amount: 1,
      paidAt: '2026-03-01T00:30:00+01:00',
    })
    expect(second.body.payment).toMatchObject({ paidAt: '2026-02-28T23:30:00.000Z', note: null })
    const listed = async (query: { workspaceId: string; from?: string }) =>
      (await api.listPayments({ query })).body.payments
    expect(await listed({ workspaceId })).toEqual([second.body.payment, first.body.payment])
    const from = '2026-02-01'
    expect(await listed({ workspaceId, from })).toEqual([first.body.payment, second.body.payment])
    const billing = await openBilling()
    const published = await billing.events('wp.admin-billing.payment.recorded.v1', workspaceId)
    const audit = await billing.events('wp.admin-billing.audit.recorded.v1', workspaceId)
    await billing.close()
    expect(published.map(({ data }) => data['payment'])).toEqual([first.body.payment, second.body.payment])
    expect(audit.map(({ data }) => data['action'])).toEqual(['payment.recorded', 'payment.recorded'])
  })

  it('records one payment per Idempotency-Key and rejects a reused key with a different body', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const headers = { 'idempotency-key': newId() }
    const body = { workspaceId, type: 'sms', amount: 5 } as const
    const first = await api.createPayment({ body, headers })
    expect((await api.createPayment({ body, headers })).body).toEqual(first.body)
    expect(await api.createPayment({ body: { ...body, amount: 6 }, headers })).toFailWith(
      422,
      'IDEMPOTENCY_KEY_REUSED',
    )
    expect((await api.listPayments({ query: { workspaceId } })).body.payments).toHaveLength(1)
  })

  it.each([
    ['no amount', { type: 'sms' }, 400, 'amount'],
    ['an amount as text', { type: 'sms', amount: '5' }, 400, 'amount'],
    ['no type', { amount: 5 }, 400, 'type'],
    ['an unknown type', { type: 'cash', amount: 5 }, 422, 'type'],
    ['an amount of 0', { type: 'sms', amount: 0 }, 422, 'amount'],
    ['a negative amount', { type: 'sms', amount: -1 }, 422, 'amount'],
    ['a fraction of a cent', { type: 'sms', amount: 1.001 }, 422, 'amount'],
    ['another currency', { type: 'sms', amount: 5, currencyCode: 'EUR' }, 422, 'currencyCode'],
    ['a date that does not exist', { type: 'sms', amount: 5, paidAt: '2026-02-30T00:00:00Z' }, 400, 'paidAt'],
  ])('rejects a payment with %s', async (_, body, status, path) => {
    const api = await admin()
    const { workspaceId } = await untouched()
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await api.createPayment.raw({ body: { workspaceId, ...body } })).toFailWith(status, code, { path })
  })

  it('returns 404 for an unknown workspace and 400 for a malformed or missing workspace id', async () => {
    const api = await admin()
    const body = { type: 'sms', amount: 5 } as const
    expect(await api.createPayment({ ...body, workspaceId: newId() })).toFailWith(404, 'NOT_FOUND')
    expect(await api.createPayment({ ...body, workspaceId: 'nonsense' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.createPayment.raw({ body })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('GET /admin/payments', () => {
  it('lists payments newest first and filters by workspace, type and paidAt', async () => {
    const api = await admin()
    const { workspaceId } = await newWorkspace()
    const pay = async (type: 'sms' | 'storage' | 'ai-tools' | 'subscription', paidAt: string) =>
      (await api.createPayment({ workspaceId, type, amount: 1, paidAt })).body.payment.id
    const a = await pay('sms', '2026-03-01T00:00:00.000Z')
    const b = await pay('sms', '2026-03-02T23:59:59.999Z')
    const c = await pay('ai-tools', '2026-03-03T00:00:00.000Z')
    const ids = async (query: RequestQuery<typeof contract.listPayments>) =>
      (await api.listPayments({ query: { workspaceId, ...query } })).body.payments.map(({ id }) => id)
    expect(await ids({})).toEqual([c, b, a])
    expect(await ids({ type: 'sms' })).toEqual([b, a])
    expect(await ids({ from: '2026-03-01', to: '2026-03-02' })).toEqual([b, a])
    expect(await ids({ from: '2026-03-02T23:59:59.999Z' })).toEqual([c, b])
    expect(await ids({ to: '2026-03-01' })).toEqual([a])
    expect(await ids({ workspaceId: newId() })).toEqual([])
  })

  it('rejects a reversed date range with 422, and an invalid date, type or workspace id with 400', async () => {
    const api = await admin()
    const list = (query: RequestQuery<typeof contract.listPayments>) => api.listPayments({ query })
    expect(await list({ from: '2026-03-02', to: '2026-03-01' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await list({ from: '2026-02-30' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.listPayments.raw({ query: { type: 'cash' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await list({ workspaceId: 'nonsense' })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('/admin/expenses', () => {
  it('records one expense per Idempotency-Key and lists expenses by category and date range', async () => {
    const api = await admin()
    const category = uniqueName('Servers')
    const made = await api.createPlatformExpense({ category, amount: 99.99, spentAt: '2026-03-02T12:00:00Z' })
    expect(made.status).toBe(201)
    expect(made.body.expense).toMatchObject({ category, amount: 99.99, currencyCode: 'USD', note: null })
    const list = (query: RequestQuery<typeof contract.listPlatformExpenses>) =>
      api.listPlatformExpenses({ query: { category, ...query } })
    expect((await list({})).body.expenses).toEqual([made.body.expense])
    expect((await list({ from: '2026-03-02', to: '2026-03-02' })).body.expenses).toHaveLength(1)
    expect((await list({ from: '2026-03-03' })).body.expenses).toEqual([])
    const headers = { 'idempotency-key': newId() }
    const body = { category, amount: 1 }
    await api.createPlatformExpense({ body, headers })
    await api.createPlatformExpense({ body, headers })
    expect((await list({})).body.expenses).toHaveLength(2)
  })

  it('rejects a reversed date range with 422 and an invalid date with 400', async () => {
    const api = await admin()
    const list = (query: RequestQuery<typeof contract.listPlatformExpenses>) =>
      api.listPlatformExpenses({ query })
    expect(await list({ from: '2026-03-03', to: '2026-03-02' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await list({ to: 'today' })).toFailWith(400, 'INVALID_REQUEST')
  })

  it.each([
    ['no category', { amount: 5 }, 400, 'category'],
    ['a blank category', { category: ' ', amount: 5 }, 422, 'category'],
    ['another currency', { category: 'x', amount: 5, currencyCode: 'IQD' }, 422, 'currencyCode'],
    ['too many decimal places', { category: 'x', amount: 5.005 }, 422, 'amount'],
  ])('rejects an expense with %s', async (_, body, status, path) => {
    const code = status === 400 ? 'INVALID_REQUEST' : 'VALIDATION_FAILED'
    expect(await (await admin()).createPlatformExpense.raw({ body })).toFailWith(status, code, { path })
  })
})
