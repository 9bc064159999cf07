import { iso, fromMinor } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { storefrontService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger } from '@wp/telemetry'
import type { CategoryStore } from '../categories/category.store.ts'
import type { CountStore } from '../counts/count.store.ts'
import type { SubscriptionCounts } from '../counts/subscription-counts.ts'
import type { PlanStore } from '../plans/plan.store.ts'
import type { Ledger, SumStore } from '../sums/sum.store.ts'
import type { AttentionOrder, DashboardOverview, Point, SeriesMetric } from './dashboard.contract.ts'
import { byType, cohortOf, daysOf, revenueSeries, statsOf, weekOf } from './dashboard.rules.ts'

type DefinitionOf<Service> = Service extends { definition: infer Definition } ? Definition : never
type StorefrontDoor = Pick<RpcClient<DefinitionOf<typeof storefrontService>>, 'listAttentionOrders'>

type Parts = {
  db: Database
  clock: Clock
  logger: Logger
  plans: PlanStore
  categories: CategoryStore
  sums: SumStore
  counts: CountStore
  subscriptionCounts: SubscriptionCounts
  storefront: StorefrontDoor
  basicPlanSlugs: readonly string[]
  freePlanSlugs: readonly string[]
}

const attentionDeadlineMs = 1000
const attentionLimit = 50

/** The platform's figures, read from sums and counts that every change keeps; their number does not grow with workspaces. */
export const platformDashboard = (parts: Parts) => {
  const { db, clock, logger, sums, counts, subscriptionCounts } = parts

  const ledgerSums = async (ledger: Ledger) => {
    const today = clock.today()
    const { from, to } = weekOf(today)
    return {
      week: await sums.listDays(ledger, from, to),
      month: await sums.listMonth(ledger, today.slice(0, 7)),
      all: await sums.listTotals(ledger),
    }
  }

  const cohort = async () => {
    const plans = await parts.plans.listBySlug([...parts.basicPlanSlugs, ...parts.freePlanSlugs])
    const idsOf = (slugs: readonly string[]) =>
      plans.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id)
    const groups = await subscriptionCounts.listCohort(
      idsOf(parts.basicPlanSlugs),
      idsOf(parts.freePlanSlugs),
    )
    const discounts = await parts.categories.listDiscounts()
    return cohortOf(groups, plans, (slug) => discounts.get(slug))
  }

  /** One snapshot, so that no figure is from before a change that another has seen. */
  const figures = () =>
    db.transaction(async () => {
      const today = clock.today()
      const payments = await ledgerSums('payments')
      const { count, monthlyUsd } = await cohort()
      const paymentStats = statsOf(today, payments)
      const revenueByType = byType(payments.month)
      return {
        metrics: {
          totalBusinesses: await counts.countSignups(),
          pendingApprovals: 0,
          activeSubscriptions: await subscriptionCounts.countActive(),
          basicPlanAndAddonsActive: count,
          basicPlanAndAddonsMonthlyUsd: monthlyUsd,
          monthlyRecurringRevenue: revenueByType.subscription,
          monthlyRevenue: paymentStats.thisMonth.amount,
        },
        paymentStats,
        revenueByType,
        expenseStats: statsOf(today, await ledgerSums('expenses')),
      }
    })

  const attentionOrders = async (): Promise<AttentionOrder[]> => {
    try {
      const { orders } = await parts.storefront.listAttentionOrders(
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
      logger.warn({ err: error }, 'the dashboard goes without the orders that need attention')
      return []
    }
  }

  return {
    overview: async (): Promise<DashboardOverview> => {
      const [known, orders] = await Promise.all([figures(), attentionOrders()])
      return { ...known, attentionOrders: orders }
    },

    timeseries: async (query: {
      metric: SeriesMetric
      from?: string | undefined
      to?: string | undefined
    }): Promise<Point[]> => {
      const today = clock.today()
      const days = daysOf(query, today)
      if (query.metric === 'revenue')
        return revenueSeries(await sums.listDays('payments', days.from, days.to), days)
      const rows = await counts.listDays(days.from, days.to)
      if (query.metric === 'signups') return rows.map(({ date, signups }) => ({ date, value: signups }))
      const now = await db.transaction(() => subscriptionCounts.countActive())
      return rows.map(({ date, active }) => ({ date, value: date === today ? now : active }))
    },
  }
}
export type PlatformDashboard = ReturnType<typeof platformDashboard>
