import type { RequestQuery } from '@wp/http'
import * as billing from '@wp/admin-billing/contract'
import { adminApi, eventually, newWorkspace, type ApiReply } from '@wp/testing'
import { describe, expect, test } from 'vitest'
import * as contract from '../src/contract.ts'

const rent = { title: 'Rent', amount: 1200.5, date: '2027-01-31', category: 'premises' }

describe('expenses', () => {
  test('are booked in the currency of the workspace', async () => {
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

  test('keep the places of their currency: three in Kuwait, none in Japan', async () => {
    const { api } = await newWorkspace(contract)
    const kuwait = await api.createExpense({ ...rent, amount: 1.005, currencyCode: 'KWD' })
    expect(kuwait.body.expense.amount).toBe(1.005)
    expect(await api.createExpense({ ...rent, amount: 1.5, currencyCode: 'JPY' })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await api.createExpense({ ...rent, amount: 1.005 })).toFailWith(422, 'VALIDATION_FAILED')
  })

  test('an expense belongs to one reference, however many book it at once', async () => {
    const { api } = await newWorkspace(contract)
    const reference = { type: 'order', id: 'A-1' }
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => api.createExpense({ ...rent, reference })),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(9)
  })

  test('a range of dates includes both ends', async () => {
    const { api } = await newWorkspace(contract)
    for (const date of ['2027-01-30', '2027-01-31', '2027-02-01', '2027-02-02'])
      await api.createExpense({ ...rent, date })
    const dates = async (query: RequestQuery<typeof contract.listExpenses>) =>
      (await api.listExpenses({ query })).body.expenses.map(({ date }) => date)
    expect(await dates({ from: '2027-01-31', to: '2027-02-01' })).toEqual(['2027-02-01', '2027-01-31'])
    expect(await dates({ from: '2027-02-02' })).toEqual(['2027-02-02'])
    expect(await dates({ to: '2027-01-30T23:59:59.999Z' })).toEqual(['2027-01-30'])
    expect(await dates({ category: 'travel' })).toEqual([])
  })

  test('a list is walked by cursor, each expense once, without counting', async () => {
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

  test('a page tells how many there are', async () => {
    const { api } = await newWorkspace(contract)
    for (const title of ['one', 'two', 'three']) await api.createExpense({ ...rent, title })
    const { body } = await api.listExpenses({ query: { limit: '2', page: '2' } })
    expect(body.expenses.map(({ title }) => title)).toEqual(['one'])
    expect(body.pagination).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
  })

  test('refuses a range that ends before it begins with 422, and a day that does not exist with 400', async () => {
    const { api } = await newWorkspace(contract)
    const reversed = { from: '2027-02-01', to: '2027-01-01' }
    expect(await api.listExpenses({ query: reversed })).toFailWith(422, 'VALIDATION_FAILED', { path: 'from' })
    expect(await api.listExpenses({ query: { from: '2027-02-30' } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.createExpense({ ...rent, date: '2027-02-30' })).toFailWith(400, 'INVALID_REQUEST')
  })

  test.each([0, -1, Number.POSITIVE_INFINITY])('refuses the amount %s', async (amount) => {
    const { api } = await newWorkspace(contract)
    expect((await api.createExpense({ ...rent, amount })).status).toBeOneOf([400, 422])
    expect((await api.listExpenses()).body.expenses).toEqual([])
  })

  test('are closed, for reading too, when the subscription has expired', async () => {
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
