import { defineRoute, resource, withDateRange, workspace } from '@wp/http'
import { CalendarDateString, DateOrTimestamp, IdString, pageQuery, Pagination } from '@wp/kernel'
import { z } from 'zod'
import { Expense } from '../expenses/expense.contract.ts'

const OccurrenceStatus = z.enum(['pending', 'posted', 'skipped'])
export type OccurrenceStatus = z.output<typeof OccurrenceStatus>

export const RecurringExpenseOccurrence = resource('RecurringExpenseOccurrence', {
  workspaceId: IdString,
  ruleId: IdString,
  dueDate: CalendarDateString,
  title: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
  vendor: z.string().nullable(),
  category: z.string().nullable(),
  account: z.string().nullable(),
  notes: z.string().nullable(),
  status: OccurrenceStatus,
  expenseId: IdString.nullable(),
})
export type RecurringExpenseOccurrence = z.output<typeof RecurringExpenseOccurrence>

const range = {
  ruleId: IdString.optional(),
  from: DateOrTimestamp.optional(),
  to: DateOrTimestamp.optional(),
}

const OccurrenceFilter = withDateRange(pageQuery.extend({ ...range, status: OccurrenceStatus.optional() }))
export type OccurrenceFilter = z.output<typeof OccurrenceFilter>

const Sum = z.object({ total: z.number(), count: z.int() })

export const OccurrenceStats = z
  .object({
    from: CalendarDateString.nullable(),
    to: CalendarDateString.nullable(),
    currencies: z.array(z.object({ currencyCode: z.string(), pending: Sum, posted: Sum, skipped: Sum })),
  })
  .meta({ id: 'OccurrenceStats' })

const OneOccurrence = z.object({ occurrence: RecurringExpenseOccurrence })
const path = '/client/workspace/:workspaceId/recurring-expense-occurrences'
const one = `${path}/:occurrenceId` as const
const tag = 'Recurring expenses'

export const listRecurringExpenseOccurrences = defineRoute({
  id: 'listRecurringExpenseOccurrences',
  method: 'GET',
  path,
  summary: 'List occurrences',
  description:
    'Sorted by creation time, newest first. `from` and `to` filter by due date and sort by it, latest first.',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: OccurrenceFilter,
  replies: { 200: z.object({ occurrences: z.array(RecurringExpenseOccurrence), pagination: Pagination }) },
  fails: [400, 401, 403, 404, 422],
})

export const getRecurringExpenseOccurrenceStats = defineRoute({
  id: 'getRecurringExpenseOccurrenceStats',
  method: 'GET',
  path: `${path}/stats`,
  summary: 'Get occurrence totals by status and currency',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: withDateRange(z.object(range)),
  replies: { 200: z.object({ stats: OccurrenceStats }) },
  fails: [400, 401, 403, 404, 422],
})

export const getRecurringExpenseOccurrence = defineRoute({
  id: 'getRecurringExpenseOccurrence',
  method: 'GET',
  path: one,
  summary: 'Get an occurrence',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  replies: { 200: OneOccurrence },
  fails: [400, 401, 403, 404],
})

export const postRecurringExpenseOccurrence = defineRoute({
  id: 'postRecurringExpenseOccurrence',
  method: 'POST',
  path: `${one}/post`,
  summary: 'Post an occurrence',
  description: 'Books a pending occurrence as an expense on its due date.',
  tag,
  access: workspace('finance.manage'),
  idempotency: 'transaction',
  replies: { 200: z.object({ occurrence: RecurringExpenseOccurrence, expense: Expense }) },
  fails: [400, 401, 403, 404, 409, 422],
})

export const skipRecurringExpenseOccurrence = defineRoute({
  id: 'skipRecurringExpenseOccurrence',
  method: 'POST',
  path: `${one}/skip`,
  summary: 'Skip an occurrence',
  description: 'A skipped occurrence creates no expense and cannot be posted later.',
  tag,
  access: workspace('finance.manage'),
  replies: { 200: OneOccurrence },
  fails: [400, 401, 403, 404, 422],
})
