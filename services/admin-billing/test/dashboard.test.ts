import type { RequestBody, RequestQuery } from '@wp/http'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { fixedClock } from '@wp/kernel'
import { adminApi, adminToken, longDeadlines, newWorkspace, signAdminToken } from '@wp/testing'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as contract from '../src/contract.ts'
import { ownBilling } from './billing-database.ts'

/** Starts a separate admin-billing with an empty database and a fixed clock. */
const newBilling = async (now: string, env?: Record<string, string>) => {
  const clock = fixedClock(now)
  const own = await ownBilling(clock, env)
  onTestFinished(() => own.stop())
  const { api } = own
  return {
    ...own,
    clock,
    overview: async () => (await api.getDashboardOverview()).body,
    pay: (
      workspaceId: string,
      type: RequestBody<typeof contract.createPayment>['type'],
      amount: number,
      paidAt: string,
    ) => api.createPayment({ workspaceId, type, amount, paidAt }),
    spend: (amount: number, spentAt: string) =>
      api.createPlatformExpense({ category: 'servers', amount, spentAt }),
    planId: async (slug: string) => (await api.listPlans()).body.plans.find((plan) => plan.slug === slug)!.id,
  }
}

describe('GET /admin/dashboard/overview', () => {
  it('returns zeros for an empty platform', async () => {
    const { overview } = await newBilling('2027-02-01T12:00:00.000Z')
    const zero = { amount: 0, count: 0 }
    const zeros = { today: zero, thisWeek: zero, thisMonth: zero, total: zero }
    // Other tests create orders in storefront, so attentionOrders is not compared.
    const { attentionOrders: _, ...seen } = await overview()
    expect(seen).toEqual({
      metrics: {
        totalBusinesses: 0,
        pendingApprovals: 0,
        activeSubscriptions: 0,
        basicPlanAndAddonsActive: 0,
        basicPlanAndAddonsMonthlyUsd: 0,
        monthlyRecurringRevenue: 0,
        monthlyRevenue: 0,
      },
      paymentStats: zeros,
      expenseStats: zeros,
      revenueByType: { 'ai-tools': 0, sms: 0, storage: 0, subscription: 0 },
    })
  })

  it('sums payments and expenses by UTC day, Sunday-based week and calendar month', async () => {
    // A Wednesday; its week, 28 February to 6 March 2027, spans two months.
    const own = await newBilling('2027-03-03T09:00:00.000Z')
    const { clock, overview, pay, spend } = own
    const id = await own.billing.signUp('free')
    await pay(id, 'subscription', 1000, '2026-03-03T09:00:00.000Z') // a year ago: counts only toward the total
    await pay(id, 'sms', 1, '2027-02-27T23:59:59.999Z') // Saturday: last week, last month
    await pay(id, 'sms', 2, '2027-02-28T00:00:00.000Z') // Sunday: this week, last month
    await pay(id, 'storage', 4, '2027-02-28T23:59:59.999Z') // the month's last millisecond
    await pay(id, 'ai-tools', 8, '2027-03-01T00:00:00.000Z') // the first millisecond of the next month
    await pay(id, 'subscription', 16, '2027-03-02T23:59:59.999Z') // yesterday
    await pay(id, 'subscription', 32.05, '2027-03-03T00:00:00.000Z') // today
    await pay(id, 'sms', 64, '2027-03-03T23:59:59.999Z') // still today
    await spend(100, '2027-02-28T12:00:00.000Z')
    await spend(0.01, '2027-03-03T00:00:00.000Z')
    await spend(5, '2026-01-01T00:00:00.000Z')
    const seen = await overview()
    expect(seen.paymentStats).toEqual({
      today: { amount: 96.05, count: 2 }, // 32.05 + 64
      thisWeek: { amount: 126.05, count: 6 }, // 2 + 4 + 8 + 16 + 32.05 + 64
      thisMonth: { amount: 120.05, count: 4 }, // 8 + 16 + 32.05 + 64
      total: { amount: 1127.05, count: 8 },
    })
    expect(seen.revenueByType).toEqual({ 'ai-tools': 8, sms: 64, storage: 0, subscription: 48.05 })
    expect(seen.metrics).toMatchObject({ monthlyRecurringRevenue: 48.05, monthlyRevenue: 120.05 })
    expect(seen.expenseStats).toEqual({
      today: { amount: 0.01, count: 1 },
      thisWeek: { amount: 100.01, count: 2 },
      thisMonth: { amount: 0.01, count: 1 },
      total: { amount: 105.01, count: 3 },
    })
    await own.service.runJob('roll-up-counters')
    expect(await overview()).toEqual(seen)
    clock.set('2027-03-06T23:59:59.999Z') // Saturday of the same week
    expect((await overview()).paymentStats.thisWeek.count).toBe(6)
    clock.set('2027-03-07T00:00:00.000Z') // Sunday: a new week
    expect((await overview()).paymentStats).toMatchObject({
      today: { count: 0 },
      thisWeek: { count: 0 },
      thisMonth: { count: 4 },
    })
    clock.set('2027-04-01T00:00:00.000Z')
    expect((await overview()).metrics).toMatchObject({ monthlyRecurringRevenue: 0, monthlyRevenue: 0 })
  })

  it('excludes ended subscriptions, and counts basic plans and free plans with add-ons as one cohort', async () => {
    const own = await newBilling('2027-05-01T00:00:00.000Z')
    const { clock, overview } = own
    const counted = async () => {
      const { metrics } = await overview()
      return {
        total: metrics.totalBusinesses,
        active: metrics.activeSubscriptions,
        cohort: metrics.basicPlanAndAddonsActive,
        usd: metrics.basicPlanAndAddonsMonthlyUsd,
      }
    }
    await own.api.updateBusinessCategory({ params: { slug: 'fitness' }, body: { discountPercentage: 10 } })
    const basic = await own.billing.signUp('basic') // 19.00
    const discounted = await own.billing.signUp('basic', 'fitness') // 19.00 less 10 %: 17.10
    const free = await own.billing.signUp('free')
    const paying = await own.billing.signUp('free')
    const pro = await own.billing.signUp('pro')
    const change = (workspaceId: string, body: RequestBody<typeof contract.updateSubscription>) =>
      own.api.updateSubscription({ params: { workspaceId }, body: { ...body } })
    const add = (workspaceId: string, unitPrice: number) =>
      own.api.createInvoiceAddition({
        params: { workspaceId },
        body: { reason: 'x', quantity: 3, unitPrice },
      })
    expect(await counted()).toEqual({ total: 5, active: 5, cohort: 2, usd: 36.1 })
    await own.api.updateStorage({ params: { workspaceId: paying }, body: { additionalStorageMB: 100 } })
    expect(await counted()).toEqual({ total: 5, active: 5, cohort: 3, usd: 36.1 }) // extra storage alone costs nothing
    await add(paying, 1.5) // 4.50
    await add(basic, 0.335) // 1.005, rounded to 1.01, not discounted
    expect(await counted()).toEqual({ total: 5, active: 5, cohort: 3, usd: 41.61 })
    await change(discounted, { discountPercentage: 33.3333 }) // its own discount: 19.00 less 33.3333 % = 12.67
    expect(await counted()).toEqual({ total: 5, active: 5, cohort: 3, usd: 37.18 }) // 19 + 1.01 + 12.67 + 4.50
    await own.api.updateBusinessCategory({ params: { slug: 'retail' }, body: { discountPercentage: 100 } })
    expect(await counted()).toEqual({ total: 5, active: 5, cohort: 3, usd: 18.18 }) // 0 + 1.01 + 12.67 + 4.50
    await own.api.updateBusinessCategory({ params: { slug: 'retail' }, body: { discountPercentage: null } })
    clock.set('2027-05-14T23:59:59.999Z')
    expect(await counted()).toMatchObject({ active: 5, cohort: 3 })
    clock.set('2027-05-15T00:00:00.000Z') // the trials of basic and pro have ended
    expect(await counted()).toEqual({ total: 5, active: 2, cohort: 1, usd: 4.5 })
    await own.service.runJob('settle-counters')
    expect(await counted()).toEqual({ total: 5, active: 2, cohort: 1, usd: 4.5 })
    await own.service.runJob('roll-up-counters')
    expect(await counted()).toEqual({ total: 5, active: 2, cohort: 1, usd: 4.5 })
    await change(basic, { subscriptionEndDate: '2027-06-01T00:00:00.000Z' })
    expect(await counted()).toEqual({ total: 5, active: 3, cohort: 2, usd: 24.51 }) // 19 + 1.01 + 4.50
    await change(basic, { subscriptionEndDate: '2027-05-01T00:00:00.000Z' })
    await change(free, { subscriptionEndDate: '2027-05-15T00:00:00.000Z' }) // ends at this moment
    expect(await counted()).toEqual({ total: 5, active: 1, cohort: 1, usd: 4.5 })
    await own.api.assignPlan({ params: { workspaceId: paying }, body: { planId: await own.planId('pro') } })
    expect(await counted()).toMatchObject({ active: 1, cohort: 0, usd: 0 })
    await change(pro, { subscriptionEndDate: null })
    expect(await counted()).toMatchObject({ active: 2 })
  })

  it('uses the basic and free plan slugs from the settings', async () => {
    const settings = { BASIC_PLAN_SLUGS: 'pro, enterprise', FREE_PLAN_SLUGS: 'basic' }
    const { billing, overview } = await newBilling('2027-02-01T12:00:00.000Z', settings)
    for (const slug of ['free', 'basic', 'pro', 'enterprise']) await billing.signUp(slug)
    expect((await overview()).metrics).toMatchObject({
      activeSubscriptions: 4,
      basicPlanAndAddonsActive: 2,
      basicPlanAndAddonsMonthlyUsd: 198,
    })
  })

  it.each(['is down', 'never answers'])(
    'responds without orders, long before the deadline of calls, while storefront %s',
    async (how) => {
      let connections = 0
      const silent = createServer(() => (connections += 1))
      await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
      const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`
      if (how === 'is down') await new Promise((resolve) => silent.close(resolve))
      onTestFinished(() => void silent.close())
      const { api } = await newBilling('2027-02-01T12:00:00.000Z', { STOREFRONT_RPC: address })
      await api.getDashboardTimeseries({ query: { metric: 'revenue' } }) // loads the token keys in advance
      const started = performance.now()
      const { status, body } = await api.getDashboardOverview()
      expect(performance.now() - started).toBeLessThan(Number(longDeadlines.RPC_DEADLINE_MS) / 2)
      expect(status).toBe(200)
      expect(body.attentionOrders).toEqual([])
      expect(connections > 0).toBe(how === 'never answers') // storefront was called
    },
  )

  it('allows analysts, as does GET /admin/dashboard/timeseries, and rejects owners, admins without permissions and visitors', async () => {
    const api = await adminApi(contract)
    const { token } = await newWorkspace()
    const analyst = signAdminToken(await adminToken(), ['analyst'], ['dashboard.view'])
    expect((await api.getDashboardOverview({ token: analyst })).status).toBe(200)
    expect((await api.getDashboardTimeseries({ query: { metric: 'signups' }, token: analyst })).status).toBe(
      200,
    )
    expect(await api.getDashboardOverview({ token })).toFailWith(403, 'FORBIDDEN')
    expect(await api.getDashboardOverview({ token: null })).toFailWith(401, 'UNAUTHENTICATED')
    const none = signAdminToken(await adminToken(), ['guest'], [])
    expect((await api.getDashboardOverview({ token: none })).status).not.toBe(200)
  })
})

describe('GET /admin/dashboard/timeseries', () => {
  it('returns a value for every day in the range, and keeps the values of past days after later changes', async () => {
    const own = await newBilling('2027-08-01T10:00:00.000Z')
    const { clock, pay } = own
    const series = async (metric: 'activeSubscriptions' | 'revenue' | 'signups', from: string, to: string) =>
      (await own.api.getDashboardTimeseries({ query: { metric, from, to } })).body.series.map(
        ({ value }) => value,
      )
    const activeOn = (from: string, to: string) => series('activeSubscriptions', from, to)
    const first = await own.billing.signUp('basic') // ends on the 15th at 10:00
    const second = await own.billing.signUp('free')
    clock.set('2027-08-03T10:00:00.000Z')
    await own.billing.signUp('free')
    expect(await activeOn('2027-08-01', '2027-08-03')).toEqual([2, 2, 3])
    const body = { subscriptionEndDate: '2027-08-04T00:00:00.000Z' }
    await own.api.updateSubscription({ params: { workspaceId: first }, body })
    await own.api.updateSubscription({
      params: { workspaceId: second },
      body: { subscriptionEndDate: '2027-08-01T00:00:00.000Z' },
    })
    expect(await activeOn('2027-08-01', '2027-08-03')).toEqual([2, 2, 2]) // values for past days do not change
    clock.set('2027-08-05T10:00:00.000Z')
    await own.service.runJob('settle-counters')
    await own.service.runJob('roll-up-counters')
    expect(await activeOn('2027-08-01', '2027-08-05')).toEqual([2, 2, 2, 1, 1])
    await own.api.updateSubscription({ params: { workspaceId: first }, body: { subscriptionEndDate: null } })
    expect(await activeOn('2027-08-01', '2027-08-05')).toEqual([2, 2, 2, 1, 2])
    expect(await series('signups', '2027-07-31', '2027-08-04')).toEqual([0, 2, 0, 1, 0])
    await pay(first, 'sms', 1.25, '2027-08-02T23:59:59.999Z')
    await pay(first, 'subscription', 2, '2027-08-02T00:00:00.000Z')
    expect(await series('revenue', '2027-08-01', '2027-08-03')).toEqual([0, 3.25, 0])
    const named = await own.api.getDashboardTimeseries({
      query: { metric: 'revenue', from: '2027-08-02', to: '2027-08-02T08:00:00Z' },
    })
    expect(named.body.series).toEqual([{ date: '2027-08-02', value: 3.25 }])
  })

  it('covers the last 30 days by default, and rejects an invalid metric or range', async () => {
    const own = await newBilling('2027-02-01T12:00:00.000Z')
    const ask = (query: RequestQuery<typeof contract.getDashboardTimeseries>) =>
      own.api.getDashboardTimeseries({ query })
    const { series } = (await ask({ metric: 'revenue' })).body
    expect(series).toHaveLength(30)
    expect(series.at(-1)?.date).toBe('2027-02-01')
    expect(await ask({})).toFailWith(400, 'INVALID_REQUEST', { path: 'metric' })
    expect(await own.api.getDashboardTimeseries.raw({ query: { metric: 'weather' } })).toFailWith(
      400,
      'INVALID_REQUEST',
      { path: 'metric' },
    )
    expect(await ask({ metric: 'revenue', from: '2027-02-30' })).toFailWith(400, 'INVALID_REQUEST')
    expect(await ask({ metric: 'revenue', from: '2027-02-02', to: '2027-02-01' })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect(await ask({ metric: 'revenue', from: '2000-01-01', to: '2027-01-01' })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
  })
})
