import { defineRoute, raw, resource, workspace } from '@wp/http'
import { nonBlank, Pagination } from '@wp/kernel'
import { z } from 'zod'
import {
  entryChangeFields,
  entryFields,
  EntryFilter,
  EntryStats,
  newEntryFields,
  StatsQuery,
} from '../entries/entry.contract.ts'

export const Expense = resource('Expense', {
  ...entryFields,
  vendor: z.string().nullable(),
})
export type Expense = z.output<typeof Expense>

const NewExpense = z.object({ ...newEntryFields, vendor: nonBlank(200).nullable().default(null) })
const ExpenseChanges = z.object({ ...entryChangeFields, vendor: nonBlank(200).nullable().optional() })

const OneExpense = z.object({ expense: Expense })
const path = '/client/workspace/:workspaceId/expenses'
const one = `${path}/:expenseId` as const
const tag = 'Expenses'

export const listExpenses = defineRoute({
  id: 'listExpenses',
  method: 'GET',
  path,
  summary: 'List expenses',
  description:
    'Sorted by creation time, newest first, or with `from` or `to` by date, latest first. With `Accept: text/csv`, returns all matching expenses and ignores paging.',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: EntryFilter,
  replies: { 200: [z.object({ expenses: z.array(Expense), pagination: Pagination }), raw('text/csv')] },
  fails: [400, 401, 403, 404, 422],
})

export const createExpense = defineRoute({
  id: 'createExpense',
  method: 'POST',
  path,
  summary: 'Create an expense',
  tag,
  access: workspace('finance.manage'),
  body: NewExpense,
  replies: { 201: OneExpense },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getExpenseStats = defineRoute({
  id: 'getExpenseStats',
  method: 'GET',
  path: `${path}/stats`,
  summary: 'Get expense statistics',
  description:
    'Returns totals for a range of days by category and account, compared with the preceding period.',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: StatsQuery,
  replies: { 200: z.object({ stats: EntryStats }) },
  fails: [400, 401, 403, 404, 422],
})

export const getExpense = defineRoute({
  id: 'getExpense',
  method: 'GET',
  path: one,
  summary: 'Get an expense',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  replies: { 200: OneExpense },
  fails: [400, 401, 403, 404],
})

export const updateExpense = defineRoute({
  id: 'updateExpense',
  method: 'PATCH',
  path: one,
  summary: 'Update an expense',
  tag,
  access: workspace('finance.manage'),
  body: ExpenseChanges,
  replies: { 200: OneExpense },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteExpense = defineRoute({
  id: 'deleteExpense',
  method: 'DELETE',
  path: one,
  summary: 'Delete an expense',
  description: 'Expenses booked by the platform for another record cannot be deleted.',
  tag,
  access: workspace('finance.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404, 422],
})
