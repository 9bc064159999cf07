import { defineRoute, withDateRange, workspace } from '@wp/http'
import { DateOrTimestamp } from '@wp/kernel'
import { z } from 'zod'

export const GroupBy = z.enum(['day', 'week', 'month'])
export type GroupBy = z.output<typeof GroupBy>

export const Analytics = z
  .object({
    groupBy: GroupBy,
    series: z.array(
      z.object({
        period: z.string().describe('A day, the Monday of a week, or a month as YYYY-MM'),
        currencyCode: z.string(),
        income: z.number(),
        expense: z.number(),
        net: z.number(),
      }),
    ),
  })
  .meta({ id: 'Analytics' })

export const AnalyticsQuery = withDateRange(
  z.object({
    groupBy: GroupBy.default('month'),
    from: DateOrTimestamp.optional().describe(
      'First day, inclusive. By default, the range covers 30 days, 12 weeks or 12 months, depending on `groupBy`',
    ),
    to: DateOrTimestamp.optional().describe(
      'Last day, inclusive. Defaults to today, or to `from` if that is later',
    ),
  }),
)

export const getAnalytics = defineRoute({
  id: 'getAnalytics',
  method: 'GET',
  path: '/client/workspace/:workspaceId/analytics',
  summary: 'Get income and expenses over time',
  description:
    'Returns one row per period and currency, with amounts of 0 for periods without entries. Returns 422 for a range of more than 1,000 periods.',
  tag: 'Finance',
  access: workspace('finance.view', { subscription: 'required' }),
  query: AnalyticsQuery,
  replies: { 200: z.object({ analytics: Analytics }) },
  fails: [400, 401, 403, 404, 422],
})
