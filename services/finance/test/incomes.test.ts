import { newId } from '@wp/kernel'
import * as pos from '@wp/pos/contract'
import { financeService } from '@wp/protos'
import { rpcClient } from '@wp/rpc'
import * as storefront from '@wp/storefront/contract'
import { createLogger, createMetrics } from '@wp/telemetry'
import { eventually, newWorkspace, platform, tokensOf, uniqueName, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

const grant = { title: 'Grant', amount: 500, date: '2027-01-31', source: 'City' }

describe('/client/workspace/:workspaceId/incomes', () => {
  it('creates, gets, updates, lists and deletes an income entry, and returns 409 for a used reference', async () => {
    const { api } = await newWorkspace(contract)
    const { status, body } = await api.createIncome({ ...grant, reference: { type: 'letter', id: '1' } })
    expect(status).toBe(201)
    expect(body.income).toMatchObject({ ...grant, currencyCode: 'USD', receipts: [], clientId: null })
    const again = await api.createIncome({ ...grant, reference: { type: 'letter', id: '1' } })
    expect(again).toFailWith(409, 'CONFLICT')
    const params = { incomeId: body.income.id }
    const changed = await api.updateIncome({ params, body: { amount: 600, source: null } })
    expect(changed.body.income).toMatchObject({ amount: 600, source: null })
    const other = (await api.createIncome({ ...grant, reference: { type: 'letter', id: '2' } })).body.income
    expect(await api.updateIncome({ params, body: { reference: other.reference } })).toFailWith(
      409,
      'CONFLICT',
    )
    expect((await api.getIncome({ params })).body.income).toEqual(changed.body.income)
    expect((await api.listIncomes({ query: { search: 'grâ' } })).body.incomes).toHaveLength(2)
    expect((await api.deleteIncome({ params })).status).toBe(204)
    expect(await api.getIncome({ params })).toFailWith(404, 'NOT_FOUND')
  })

  it('lists till and shop sales, books a refund as an expense, and returns 422 when a till sale is deleted or its amount changes', async () => {
    const workspace = await newWorkspace(contract)
    const till = workspace.use(pos)
    const { session } = (await till.openTillSession({ register: uniqueName('r'), openingFloat: 100 })).body
    const item = { name: 'Vase', quantity: 2, unitPrice: 12.5 }
    const { invoice } = (await till.createInvoice({ sessionId: session.id, items: [item] })).body
    const params = { invoiceId: invoice.id }
    await till.finalizeInvoice({ params })
    await till.payInvoice({ params, body: { method: 'cash', amount: 25 } })
    const refunded = await till.refundInvoice({
      params,
      body: { amount: 5, method: 'cash', reason: 'Scratch' },
    })
    expect(refunded.status).toBe(201)

    const slug = uniqueName('shop')
    const shop = workspace.use(storefront)
    await shop.putStore({ slug, name: 'Blue', currencyCode: 'USD', locale: 'en', isPublished: true })
    const { product } = (await shop.createProduct({ name: 'Cup', price: 4, stock: 9, status: 'active' })).body
    const { order } = (
      await visitorApi(storefront).createOrder({
        params: { slug },
        body: {
          customer: { name: 'Ali', email: 'ali@shop.example' },
          items: [{ productId: product.id, quantity: 3 }],
        },
      })
    ).body
    for (const status of ['confirmed', 'fulfilled'] as const)
      await shop.setOrderStatus({ params: { orderId: order.id }, body: { status } })

    const booked = await eventually(async () => {
      const { incomes } = (await workspace.api.listIncomes()).body
      expect(incomes).toHaveLength(2)
      const { expenses } = (await workspace.api.listExpenses()).body
      expect(expenses).toMatchObject([{ amount: 5, category: 'refunds', reference: { type: 'refund' } }])
      return incomes
    })
    const sale = booked.find(({ reference }) => reference?.type === 'invoice')!
    expect(sale).toMatchObject({ title: 'Invoice 1', amount: 25, reference: { id: invoice.id } })
    const sold = booked.find(({ reference }) => reference?.type === 'order')!
    expect(sold).toMatchObject({ amount: 12, reference: { id: order.id } })
    const one = { params: { incomeId: sale.id } }
    expect(await workspace.api.updateIncome({ ...one, body: { amount: 26 } })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await workspace.api.deleteIncome(one)).toFailWith(422, 'VALIDATION_FAILED')
    expect((await workspace.api.updateIncome({ ...one, body: { notes: 'Cash' } })).body.income.notes).toBe(
      'Cash',
    )
  })
})

describe('CreateIncome over gRPC', () => {
  const finance = () =>
    rpcClient(financeService, {
      addresses: platform().services['finance']![0]!.rpc!,
      tokens: tokensOf(),
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
    })
  const request = (workspaceId: string) => ({
    workspaceId,
    reference: { type: 'lab-test', id: newId() },
    title: 'Test 4',
    category: 'labs',
    account: '',
    amountMinor: 3050,
    currencyCode: 'USD',
    date: '2027-03-10',
    clientId: null,
    actorId: newId(),
    taxes: [],
  })

  it('books one income entry per reference for concurrent calls and returns it to each caller', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const client = finance()
    try {
      const wanted = request(workspaceId)
      const answers = await Promise.all(Array.from({ length: 8 }, () => client.createIncome(wanted)))
      const { incomes } = (await api.listIncomes()).body
      expect(incomes).toMatchObject([{ title: 'Test 4', amount: 30.5, category: 'labs', account: null }])
      for (const { income } of answers) {
        expect(income).toMatchObject({ id: incomes[0]!.id, amountMinor: 3050, date: '2027-03-10' })
        expect(income?.reference).toEqual({ ...wanted.reference, type: 'labTest' }) // the name in the API
      }
    } finally {
      client.close()
    }
  })

  it('rejects an amount of 0, an unknown reference type and an unknown workspace', async () => {
    const { workspaceId } = await newWorkspace(contract)
    const client = finance()
    try {
      const wanted = request(workspaceId)
      const refusal = (code: string) => expect.objectContaining({ code })
      await expect(client.createIncome({ ...wanted, amountMinor: 0 })).rejects.toEqual(
        refusal('VALIDATION_FAILED'),
      )
      await expect(
        client.createIncome({ ...wanted, reference: { type: 'letter', id: newId() } }),
      ).rejects.toEqual(refusal('VALIDATION_FAILED'))
      await expect(client.createIncome({ ...wanted, workspaceId: newId() })).rejects.toEqual(
        refusal('NOT_FOUND'),
      )
    } finally {
      client.close()
    }
  })
})

describe('finance routes', () => {
  it('returns 422 for a date range that ends before it starts, in every list and statistic, and for an income amount with too many decimal places', async () => {
    const { api } = await newWorkspace(contract)
    const query = { from: '2027-02-01', to: '2027-01-01' }
    for (const reply of [
      await api.listIncomes({ query }),
      await api.getIncomeStats({ query }),
      await api.listExpenses({ query }),
      await api.getExpenseStats({ query }),
      await api.getAnalytics({ query }),
      await api.listRecurringExpenseRules({ query }),
      await api.listRecurringExpenseOccurrences({ query }),
      await api.getRecurringExpenseOccurrenceStats({ query }),
    ])
      expect(reply).toFailWith(422, 'VALIDATION_FAILED', { path: 'from' })
    expect(await api.createIncome({ ...grant, amount: 0.001 })).toFailWith(422, 'VALIDATION_FAILED')
  })
})

describe('GET /client/workspace/:workspaceId/analytics', () => {
  it('returns income and expenses by month, and returns 422 for too many periods', async () => {
    const { api } = await newWorkspace(contract)
    await api.createIncome(grant)
    await api.createExpense({ title: 'Rent', amount: 120.5, date: '2027-02-01' })
    const query = { groupBy: 'month', from: '2027-01-01', to: '2027-02-28' } as const
    const { body } = await api.getAnalytics({ query })
    expect(body.analytics).toEqual({
      groupBy: 'month',
      series: [
        { period: '2027-01', currencyCode: 'USD', income: 500, expense: 0, net: 500 },
        { period: '2027-02', currencyCode: 'USD', income: 0, expense: 120.5, net: -120.5 },
      ],
    })
    const tooMany = { groupBy: 'day', from: '2000-01-01', to: '2027-01-01' } as const
    expect(await api.getAnalytics({ query: tooMany })).toFailWith(422, 'VALIDATION_FAILED')
    const stats = (await api.getIncomeStats({ query: { from: '2027-01-01', to: '2027-01-31' } })).body.stats
    expect(stats.currencies).toMatchObject([{ currencyCode: 'USD', total: 500, count: 1 }])
  })
})
