import type { RequestQuery } from '@wp/http'
import * as billing from '@wp/admin-billing/contract'
import { adminApi, eventually, memoize, newWorkspace, type ApiReply } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'

/** A workspace shared by tests whose requests are all rejected. */
const untouched = memoize(() => newWorkspace(contract))

const rent = { title: 'Rent', amount: 1200.5, date: '2027-01-31', category: 'premises' }

describe('/client/workspace/:workspaceId/expenses', () => {
  it("creates an expense in the workspace's currency by default", async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    const { status, body } = await api.createExpense(rent)
    expect(status).toBe(201)
    expect(body.expense).toMatchObject({
      ...rent,
      workspaceId,
      currencyCode: 'USD',
      account: null,
      vendor: null,
      notes: null,
      receipts: [],
      reference: null,
    })
  })

  it('accepts three decimal places for KWD, and rejects three for USD and one for JPY', async () => {
    const { api } = await newWorkspace(contract)
    const kuwait = await api.createExpense({ ...rent, amount: 1.005, currencyCode: 'KWD' })
    expect(kuwait.body.expense.amount).toBe(1.005)
    expect(await api.createExpense({ ...rent, amount: 1.5, currencyCode: 'JPY' })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.createExpense({ ...rent, amount: 1.005 })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('accepts only one of ten concurrent expenses with the same reference', async () => {
    const { api } = await newWorkspace(contract)
    const reference = { type: 'contract', id: 'A-1' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.createExpense({ ...rent, reference })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  it('filters the list by date range, sorted by date, and by category, account, currency and title', async () => {
    const { api } = await newWorkspace(contract)
    for (const date of ['2027-02-01', '2027-01-30', '2027-01-31', '2027-02-02'])
      await api.createExpense({ ...rent, date })
    const dates = async (query: RequestQuery<typeof contract.listExpenses>) =>
      (await api.listExpenses({ query })).body.expenses.map(({ date }) => date)
    expect(await dates({ from: '2027-01-31', to: '2027-02-01' })).toEqual(['2027-02-01', '2027-01-31'])
    expect(await dates({ from: '2027-02-02' })).toEqual(['2027-02-02'])
    expect(await dates({ to: '2027-01-30T23:59:59.999Z' })).toEqual(['2027-01-30'])
    expect(await dates({ category: 'travel' })).toEqual([])
    expect(await dates({ category: 'premises', account: 'bank' })).toEqual([])
    expect(await dates({ search: 'ren', currencyCode: 'USD', from: '2027-02-02' })).toEqual(['2027-02-02'])
    expect(await dates({ search: 'fuel' })).toEqual([])
  })

  it('pages through the list by cursor, returning each expense once without a total', async () => {
    const { api } = await newWorkspace(contract)
    for (const title of ['one', 'two', 'three']) await api.createExpense({ ...rent, title })
    const titles: string[] = []
    for (let after: string | null = ''; after !== null;) {
      const { body }: ApiReply<typeof contract.listExpenses> = await api.listExpenses({
        query: { limit: '2', after },
      })
      titles.push(...body.expenses.map(({ title }) => title))
      after = 'nextCursor' in body.pagination ? body.pagination.nextCursor : null
    }
    expect(titles).toEqual(['three', 'two', 'one'])
  })

  it('returns the total when paging by number', async () => {
    const { api } = await newWorkspace(contract)
    for (const title of ['one', 'two', 'three']) await api.createExpense({ ...rent, title })
    const { body } = await api.listExpenses({ query: { limit: '2', page: '2' } })
    expect(body.expenses.map(({ title }) => title)).toEqual(['one'])
    expect(body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
  })

  it('returns 422 for a range that ends before it starts and 400 for a day that does not exist', async () => {
    const { api } = await newWorkspace(contract)
    const reversed = { from: '2027-02-01', to: '2027-01-01' }
    expect(await api.listExpenses({ query: reversed })).toFailWith(422, 'VALIDATION_FAILED', { path: 'from' })
    expect(await api.listExpenses({ query: { from: '2027-02-30' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.createExpense({ ...rent, date: '2027-02-30' })).toFailWith(400, 'INVALID_REQUEST')
  })

  it.each([0, -1, Number.POSITIVE_INFINITY])('rejects the amount %s', async (amount) => {
    const { api } = await untouched()
    expect((await api.createExpense({ ...rent, amount })).status).toBeOneOf([400, 422])
    expect((await api.listExpenses()).body.expenses).toEqual([])
  })

  it("gets, updates and deletes an expense, and returns 409 for another expense's reference and 422 for an amount with too many decimal places", async () => {
    const { api } = await newWorkspace(contract)
    const { expense } = (await api.createExpense({ ...rent, vendor: 'Landlord' })).body
    const params = { expenseId: expense.id }
    const changed = await api.updateExpense({ params, body: { amount: 1300, vendor: null, account: 'bank' } })
    expect(changed.status).toBe(200)
    expect(changed.body.expense).toMatchObject({ title: 'Rent', amount: 1300, vendor: null, account: 'bank' })
    expect((await api.updateExpense({ params, body: {} })).body.expense.amount).toBe(1300)
    expect((await api.getExpense({ params })).body.expense).toMatchObject({ amount: 1300 })
    const other = (await api.createExpense({ ...rent, reference: { type: 'contract', id: '7' } })).body
      .expense
    const taken = { params, body: { reference: other.reference } }
    expect(await api.updateExpense(taken)).toFailWith(409, 'CONFLICT')
    expect(await api.updateExpense({ params, body: { amount: 0.001 } })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await api.deleteExpense({ params })).status).toBe(204)
    expect(await api.getExpense({ params })).toFailWith(404, 'NOT_FOUND')
    expect(await api.deleteExpense({ params })).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 422 for a reference type that is reserved for the platform', async () => {
    const { api } = await newWorkspace(contract)
    const reference = { type: 'refund', id: 'x' }
    expect(await api.createExpense({ ...rent, reference })).toFailWith(422, 'VALIDATION_FAILED')
  })

  it('sums expenses by category, account and currency, and compares them with the preceding period', async () => {
    const { api } = await newWorkspace(contract)
    for (const expense of [
      { date: '2027-01-01', amount: 10.1, category: 'premises' },
      { date: '2027-01-31', amount: 20.2, category: 'travel', account: 'cash' },
      { date: '2027-01-15', amount: 1.234, category: 'travel', currencyCode: 'KWD' },
      { date: '2026-12-31', amount: 5 },
      { date: '2027-02-01', amount: 99 },
    ])
      await api.createExpense({ title: 'Some', ...expense })
    const { body } = await api.getExpenseStats({ query: { from: '2027-01-01', to: '2027-01-31' } })
    expect(body.stats).toEqual({
      from: '2027-01-01',
      to: '2027-01-31',
      currencies: [
        {
          currencyCode: 'KWD',
          total: 1.234,
          count: 1,
          average: 1.234,
          byCategory: [{ category: 'travel', total: 1.234, count: 1 }],
          byAccount: [{ account: null, total: 1.234, count: 1 }],
          taxes: [{ name: null, percentage: 0, net: 1.234, tax: 0, gross: 1.234 }],
          previous: { total: 0, count: 0 },
        },
        {
          currencyCode: 'USD',
          total: 30.3,
          count: 2,
          average: 15.15,
          byCategory: [
            { category: 'travel', total: 20.2, count: 1 },
            { category: 'premises', total: 10.1, count: 1 },
          ],
          byAccount: [
            { account: 'cash', total: 20.2, count: 1 },
            { account: null, total: 10.1, count: 1 },
          ],
          taxes: [{ name: null, percentage: 0, net: 30.3, tax: 0, gross: 30.3 }],
          previous: { total: 5, count: 1 },
        },
      ],
    })
    const empty = (await api.getExpenseStats({ query: { from: '2020-01-01', to: '2020-01-01' } })).body.stats
    expect(empty.currencies).toMatchObject([{ currencyCode: 'USD', total: 0, count: 0 }])
  })

  it('exports the filtered list as CSV and escapes formulas', async () => {
    const { api } = await newWorkspace(contract)
    const { expense } = (await api.createExpense({ ...rent, vendor: '=1+1', notes: 'a, "b"' })).body
    await api.createExpense({ ...rent, category: 'travel' })
    const headers = { accept: 'text/csv' }
    const reply = await api.listExpenses({ query: { category: 'premises', limit: '1' }, headers })
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toContain('expenses.csv')
    expect(reply.body as unknown).toBe(
      'id,date,title,amount,currencyCode,category,account,vendor,notes,receipts,referenceType,referenceId,createdAt,updatedAt\r\n' +
        `${expense.id},2027-01-31,Rent,1200.5,USD,premises,,'=1+1,"a, ""b""",,,,${expense.createdAt},${expense.updatedAt}\r\n`,
    )
  })

  it('rejects reads and writes after the subscription has expired', async () => {
    const { api, workspaceId } = await newWorkspace(contract)
    await api.createExpense(rent)
    const admin = await adminApi(billing)
    await admin.updateSubscription({
      params: { workspaceId },
      body: { subscriptionEndDate: '2020-01-01T00:00:00.000Z' },
    })
    await eventually(async () => expect(await api.listExpenses()).toFailWith(403, 'SUBSCRIPTION_EXPIRED'))
    expect(await api.createExpense(rent)).toFailWith(403, 'SUBSCRIPTION_EXPIRED')
  })
})
