import { fromMinor, iso } from '@wp/kernel'
import type { CounterReader } from '../counters/counter.store.ts'
import type { AdminBillingDeps } from '../deps.ts'
import {
  countActive,
  countSignups,
  listActiveByDay,
  listCohort,
  listSignupsByDay,
} from './dashboard-counters.actions.ts'
import type { AttentionOrder, DashboardOverview, Point, SeriesMetric } from './dashboard.contract.ts'
import { revenueByType, revenueSeries, toCohort, toDateRange, toStats, weekOf } from './dashboard.rules.ts'

type DashboardDeps = Pick<
  AdminBillingDeps,
  | 'db'
  | 'clock'
  | 'logger'
  | 'plans'
  | 'categories'
  | 'subscriptions'
  | 'counters'
  | 'storefront'
  | 'basicPlanSlugs'
  | 'freePlanSlugs'
>

const attentionDeadlineMs = 1000
const attentionLimit = 50

export const getDashboardOverview = async (deps: DashboardDeps): Promise<DashboardOverview> => {
  const [figures, attentionOrders] = await Promise.all([readFigures(deps), listAttentionOrders(deps)])
  return { ...figures, attentionOrders }
}

export const getDashboardTimeseries = (
  deps: DashboardDeps,
  query: { metric: SeriesMetric; from?: string | undefined; to?: string | undefined },
): Promise<Point[]> => {
  const today = deps.clock.today()
  const range = toDateRange(query, today)
  const { from, to } = range
  return deps.db.transaction(async () => {
    const read = await deps.counters.openReader()
    if (query.metric === 'revenue')
      return revenueSeries(await read({ name: 'payments', span: 'day', from, to }), range)
    if (query.metric === 'signups') return listSignupsByDay(read, from, to)
    const past = await listActiveByDay(read, from, to)
    const now = await countActive(deps, read)
    return past.map(({ date, value }) => ({ date, value: date === today ? now : value }))
  })
}

/** Reads everything in one transaction, so that the figures are consistent. */
const readFigures = (deps: DashboardDeps) =>
  deps.db.transaction(async () => {
    const today = deps.clock.today()
    const read = await deps.counters.openReader()
    const payments = await readSums(deps, read, 'payments')
    const cohort = await readCohort(deps, read)
    const paymentStats = toStats(today, payments)
    const revenue = revenueByType(payments.month)
    return {
      metrics: {
        totalBusinesses: await countSignups(read),
        pendingApprovals: 0,
        activeSubscriptions: await countActive(deps, read),
        basicPlanAndAddonsActive: cohort.count,
        basicPlanAndAddonsMonthlyUsd: cohort.monthlyUsd,
        monthlyRecurringRevenue: revenue.subscription,
        monthlyRevenue: paymentStats.thisMonth.amount,
      },
      paymentStats,
      revenueByType: revenue,
      expenseStats: toStats(today, await readSums(deps, read, 'expenses')),
    }
  })

const readSums = async ({ clock }: DashboardDeps, read: CounterReader, name: 'payments' | 'expenses') => {
  const today = clock.today()
  const month = today.slice(0, 7)
  return {
    week: await read({ name, span: 'day', ...weekOf(today) }),
    month: await read({ name, span: 'month', from: month, to: month }),
    all: await read({ name, span: 'all', from: 'all', to: 'all' }),
  }
}

const readCohort = async (deps: DashboardDeps, read: CounterReader) => {
  const { basicPlanSlugs, freePlanSlugs } = deps
  const plans = await deps.plans.listBySlug([...basicPlanSlugs, ...freePlanSlugs])
  const toIds = (slugs: readonly string[]) =>
    plans.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id)
  const groups = await listCohort(deps, read, toIds(basicPlanSlugs), toIds(freePlanSlugs))
  const discounts = await deps.categories.listDiscounts()
  return toCohort(groups, plans, discounts)
}

/** Returns an empty list when the call to storefront fails or takes too long. */
const listAttentionOrders = async ({ storefront, logger }: DashboardDeps): Promise<AttentionOrder[]> => {
  try {
    const { orders } = await storefront.listAttentionOrders(
      { limit: attentionLimit },
      { deadlineMs: attentionDeadlineMs },
    )
    return orders.map(({ id, workspaceId, status, totalMinor, currencyCode, createdAt }) => ({
      id,
      workspaceId,
      status,
      total: fromMinor(totalMinor, currencyCode),
      createdAt: iso(new Date(createdAt)),
    }))
  } catch (error) {
    logger.warn(
      { err: error },
      'failed to read orders from storefront; the dashboard shows no orders that need attention',
    )
    return []
  }
}
