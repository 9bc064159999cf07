import { defineRoute, resource, withDateRange, workspace } from '@wp/http'
import {
  CalendarDateString,
  CurrencyCode,
  DateOrTimestamp,
  IdString,
  nonBlank,
  pageQuery,
  Pagination,
} from '@wp/kernel'
import { z } from 'zod'

/** The record elsewhere that this money belongs to; one expense for each. */
const Reference = z.object({ type: nonBlank(60), id: nonBlank(100) })

export const Expense = resource('Expense', {
  workspaceId: IdString,
  title: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
  date: CalendarDateString,
  category: z.string().nullable(),
  account: z.string().nullable(),
  vendor: z.string().nullable(),
  notes: z.string().nullable(),
  receipts: z.array(IdString),
  reference: Reference.nullable(),
})
export type Expense = z.output<typeof Expense>

export const NewExpense = z.object({
  title: nonBlank(200),
  amount: z.number().positive({ error: 'must be more than 0' }),
  currencyCode: CurrencyCode.optional().describe("The workspace's currency when left out"),
  date: CalendarDateString,
  category: nonBlank(100).nullable().default(null),
  account: nonBlank(100).nullable().default(null),
  vendor: nonBlank(200).nullable().default(null),
  notes: z.string().max(10_000).nullable().default(null),
  reference: Reference.nullable().default(null),
})
export type NewExpense = z.output<typeof NewExpense>

export const ExpenseFilter = withDateRange(
  pageQuery.extend({
    from: DateOrTimestamp.optional(),
    to: DateOrTimestamp.optional(),
    category: nonBlank(100).optional(),
  }),
)
export type ExpenseFilter = z.output<typeof ExpenseFilter>

const path = '/client/workspace/:workspaceId/expenses'
const tag = 'Expenses'

export const listExpenses = defineRoute({
  id: 'listExpenses',
  method: 'GET',
  path,
  summary: 'Expenses, newest first; a range of dates includes both ends',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: ExpenseFilter,
  replies: { 200: z.object({ expenses: z.array(Expense), pagination: Pagination }) },
  fails: [400, 401, 403, 404, 422],
})

export const createExpense = defineRoute({
  id: 'createExpense',
  method: 'POST',
  path,
  summary: 'Book an expense',
  tag,
  access: workspace('finance.manage'),
  body: NewExpense,
  replies: { 201: z.object({ expense: Expense }) },
  fails: [400, 401, 403, 404, 409, 422],
})
