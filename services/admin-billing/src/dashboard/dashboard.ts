import { iso, fromMinor } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import type { storefrontService } from '@wp/protos'
import type { RpcClient } from '@wp/rpc'
import type { Logger } from '@wp/telemetry'
import type { CategoryStore } from '../categories/category.store.ts'
import { readActiveDays, readSignupDays, readSignups } from '../counts/count.readings.ts'
import type { SubscriptionCounts } from '../counts/subscription-counts.ts'
import type { PlanStore } from '../plans/plan.store.ts'
import type { TallyReader, TallyStore } from '../tallies/tally.store.ts'
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
  tallies: TallyStore
  counts: SubscriptionCounts
  storefront: StorefrontDoor
  basicPlanSlugs: readonly string[]
  freePlanSlugs: readonly string[]
}

const attentionDeadlineMs = 1000
const attentionLimit = 50

/** The platform's figures, read from tallies that every change adds to; their number does not grow with workspaces. */
export const platformDashboard = (parts: Parts) => {
  const { db, clock, logger, tallies, counts } = parts

  const sumsOf = async (read: TallyReader, family: 'payments' | 'expenses') => {
    const today = clock.today()
    const month = today.slice(0, 7)
    return {
      week: await read({ family, span: 'day', ...weekOf(today) }),
      month: await read({ family, span: 'month', from: month, to: month }),
      all: await read({ family, span: 'all', from: 'all', to: 'all' }),
    }
  }

  const cohort = async (read: TallyReader) => {
    const plans = await parts.plans.listBySlug([...parts.basicPlanSlugs, ...parts.freePlanSlugs])
    const idsOf = (slugs: readonly string[]) =>
      plans.filter(({ slug }) => slugs.includes(slug)).map(({ id }) => id)
    const groups = await counts.listCohort(read, idsOf(parts.basicPlanSlugs), idsOf(parts.freePlanSlugs))
    const discounts = await parts.categories.listDiscounts()
    return cohortOf(groups, plans, (slug) => discounts.get(slug))
  }

  /** One snapshot, so that no figure is from before a change that another has seen. */
  const figures = () =>
    db.transaction(async () => {
      const today = clock.today()
      const read = await tallies.reader()
      const payments = await sumsOf(read, 'payments')
      const { count, monthlyUsd } = await cohort(read)
      const paymentStats = statsOf(today, payments)
      const revenueByType = byType(payments.month)
      return {
        metrics: {
          totalBusinesses: await readSignups(read),
          pendingApprovals: 0,
          activeSubscriptions: await counts.countActive(read),
          basicPlanAndAddonsActive: count,
          basicPlanAndAddonsMonthlyUsd: monthlyUsd,
          monthlyRecurringRevenue: revenueByType.subscription,
          monthlyRevenue: paymentStats.thisMonth.amount,
        },
        paymentStats,
        revenueByType,
        expenseStats: statsOf(today, await sumsOf(read, 'expenses')),
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
      const { from, to } = days
      return db.transaction(async () => {
        const read = await tallies.reader()
        if (query.metric === 'revenue')
          return revenueSeries(await read({ family: 'payments', span: 'day', from, to }), days)
        if (query.metric === 'signups') return readSignupDays(read, from, to)
        const past = await readActiveDays(read, from, to)
        const now = await counts.countActive(read)
        return past.map(({ date, value }) => ({ date, value: date === today ? now : value }))
      })
    },
  }
}
export type PlatformDashboard = ReturnType<typeof platformDashboard>
