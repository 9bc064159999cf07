import { defineRoute, raw, resource, workspace } from '@wp/http'
import { IdString, nonBlank, Pagination } from '@wp/kernel'
import { z } from 'zod'
import {
  entryChangeFields,
  entryFields,
  EntryFilter,
  EntryStats,
  newEntryFields,
  StatsQuery,
} from '../entries/entry.contract.ts'

export const Income = resource('Income', {
  ...entryFields,
  source: z.string().nullable(),
  clientId: IdString.nullable().describe('The client who paid, if another service booked the entry'),
})
export type Income = z.output<typeof Income>

const NewIncome = z.object({ ...newEntryFields, source: nonBlank(200).nullable().default(null) })
const IncomeChanges = z.object({ ...entryChangeFields, source: nonBlank(200).nullable().optional() })

const OneIncome = z.object({ income: Income })
const path = '/client/workspace/:workspaceId/incomes'
const one = `${path}/:incomeId` as const
const tag = 'Incomes'

export const listIncomes = defineRoute({
  id: 'listIncomes',
  method: 'GET',
  path,
  summary: 'List income entries',
  description:
    'Sorted by creation time, newest first, or with `from` or `to` by date, latest first. With `Accept: text/csv`, returns all matching entries and ignores paging.',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: EntryFilter,
  replies: { 200: [z.object({ incomes: z.array(Income), pagination: Pagination }), raw('text/csv')] },
  fails: [400, 401, 403, 404, 422],
})

export const createIncome = defineRoute({
  id: 'createIncome',
  method: 'POST',
  path,
  summary: 'Create an income entry',
  tag,
  access: workspace('finance.manage'),
  body: NewIncome,
  replies: { 201: OneIncome },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getIncomeStats = defineRoute({
  id: 'getIncomeStats',
  method: 'GET',
  path: `${path}/stats`,
  summary: 'Get income statistics',
  description:
    'Returns totals for a range of days by category and account, compared with the preceding period.',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: StatsQuery,
  replies: { 200: z.object({ stats: EntryStats }) },
  fails: [400, 401, 403, 404, 422],
})

export const getIncome = defineRoute({
  id: 'getIncome',
  method: 'GET',
  path: one,
  summary: 'Get an income entry',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  replies: { 200: OneIncome },
  fails: [400, 401, 403, 404],
})

export const updateIncome = defineRoute({
  id: 'updateIncome',
  method: 'PATCH',
  path: one,
  summary: 'Update an income entry',
  tag,
  access: workspace('finance.manage'),
  body: IncomeChanges,
  replies: { 200: OneIncome },
  fails: [400, 401, 403, 404, 409, 422],
})

export const deleteIncome = defineRoute({
  id: 'deleteIncome',
  method: 'DELETE',
  path: one,
  summary: 'Delete an income entry',
  description: 'Income entries booked by the platform for another record cannot be deleted.',
  tag,
  access: workspace('finance.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404, 422],
})
