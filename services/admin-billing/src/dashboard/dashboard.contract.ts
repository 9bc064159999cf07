import { admin, defineRoute, withDateRange } from '@wp/http'
import { CalendarDateString, DateOrTimestamp, IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'

const Sum = z.object({ amount: z.number(), count: z.int() })
const Sums = z.object({ today: Sum, thisWeek: Sum, thisMonth: Sum, total: Sum })

export const AttentionOrder = z
  .object({
    id: IdString,
    workspaceId: IdString,
    status: z.string(),
    total: z.number(),
    createdAt: Timestamp,
  })
  .meta({ id: 'AttentionOrder' })
export type AttentionOrder = z.output<typeof AttentionOrder>

export const DashboardOverview = z
  .object({
    metrics: z.object({
      totalBusinesses: z.int(),
      pendingApprovals: z.int(),
      activeSubscriptions: z.int(),
      basicPlanAndAddonsActive: z.int(),
      basicPlanAndAddonsMonthlyUsd: z.number(),
      monthlyRecurringRevenue: z.number(),
      monthlyRevenue: z.number(),
    }),
    paymentStats: Sums,
    revenueByType: z.object({
      'ai-tools': z.number(),
      sms: z.number(),
      storage: z.number(),
      subscription: z.number(),
    }),
    expenseStats: Sums,
    attentionOrders: z.array(AttentionOrder),
  })
  .meta({ id: 'DashboardOverview' })
export type DashboardOverview = z.output<typeof DashboardOverview>

export const SeriesMetric = z.enum(['revenue', 'signups', 'activeSubscriptions'])
export type SeriesMetric = z.output<typeof SeriesMetric>

const Point = z.object({ date: CalendarDateString, value: z.number() })
export type Point = z.output<typeof Point>

const access = admin('dashboard.view')
const tag = 'Dashboard'

export const getDashboardOverview = defineRoute({
  id: 'getDashboardOverview',
  method: 'GET',
  path: '/admin/dashboard/overview',
  summary: 'Get the platform dashboard',
  description: 'Amounts are in USD. Days are UTC days; weeks start on Sunday.',
  tag,
  access,
  replies: { 200: DashboardOverview },
  fails: [401, 403],
})

export const getDashboardTimeseries = defineRoute({
  id: 'getDashboardTimeseries',
  method: 'GET',
  path: '/admin/dashboard/timeseries',
  summary: 'Get a dashboard time series',
  description:
    'Returns one value per UTC day for a range of at most 3660 days, by default the last 30. Active subscriptions are counted at the end of each day, or now for the current day. Later changes do not affect past days.',
  tag,
  access,
  query: withDateRange(
    z.object({ metric: SeriesMetric, from: DateOrTimestamp.optional(), to: DateOrTimestamp.optional() }),
    'instant',
  ),
  replies: { 200: z.object({ series: z.array(Point) }) },
  fails: [400, 401, 403, 422],
})
