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
        period: z.string().describe('The day, the Monday that begins the week, or the month as YYYY-MM'),
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
    from: DateOrTimestamp.optional().describe('29 days, 11 weeks or 11 months before `to` when left out'),
    to: DateOrTimestamp.optional().describe('Today when left out'),
  }),
)

export const getAnalytics = defineRoute({
  id: 'getAnalytics',
  method: 'GET',
  path: '/client/workspace/:workspaceId/analytics',
  summary: 'Incomes and expenses over time, for each currency; a period without any is 0',
  description: 'A range of more than 1,000 periods is 422.',
  tag: 'Finance',
  access: workspace('finance.view', { subscription: 'required' }),
  query: AnalyticsQuery,
  replies: { 200: z.object({ analytics: Analytics }) },
  fails: [400, 401, 403, 404, 422],
})
