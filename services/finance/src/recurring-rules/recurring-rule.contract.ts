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

const Frequency = z.enum(['daily', 'monthly', 'yearly'])
const RuleStatus = z.enum(['active', 'paused'])

export const RecurringExpenseRule = resource('RecurringExpenseRule', {
  workspaceId: IdString,
  title: z.string(),
  amount: z.number(),
  currencyCode: z.string(),
  frequency: Frequency,
  dayOfMonth: z.int().nullable().describe("Monthly and yearly; the start date's when null"),
  monthOfYear: z.int().nullable().describe("Yearly; the start date's when null"),
  startDate: CalendarDateString,
  endDate: CalendarDateString.nullable().describe('The last day on which it may fall due'),
  vendor: z.string().nullable(),
  category: z.string().nullable(),
  account: z.string().nullable(),
  notes: z.string().nullable(),
  status: RuleStatus,
})
export type RecurringExpenseRule = z.output<typeof RecurringExpenseRule>

const dayOfMonth = z.int().min(1).max(31).nullable()
const monthOfYear = z.int().min(1).max(12).nullable()
const text = (max: number) => nonBlank(max).nullable()
const amount = z.number().positive({ error: 'must be more than 0' })
const notes = z.string().max(10_000).nullable()

export const NewRule = z.object({
  title: nonBlank(200),
  amount,
  currencyCode: CurrencyCode.optional().describe("The workspace's currency when left out"),
  frequency: Frequency,
  dayOfMonth: dayOfMonth.default(null),
  monthOfYear: monthOfYear.default(null),
  startDate: CalendarDateString.describe('At most 366 days back; what is due since then comes with the rule'),
  endDate: CalendarDateString.nullable().default(null),
  vendor: text(200).default(null),
  category: text(100).default(null),
  account: text(100).default(null),
  notes: notes.default(null),
})
export type NewRule = z.output<typeof NewRule>

export const RuleChanges = z.object({
  title: nonBlank(200).optional(),
  amount: amount.optional(),
  currencyCode: CurrencyCode.optional(),
  frequency: Frequency.optional(),
  dayOfMonth: dayOfMonth.optional(),
  monthOfYear: monthOfYear.optional(),
  startDate: CalendarDateString.optional(),
  endDate: CalendarDateString.nullable().optional(),
  vendor: text(200).optional(),
  category: text(100).optional(),
  account: text(100).optional(),
  notes: notes.optional(),
})
export type RuleChanges = z.output<typeof RuleChanges>

const RuleFilter = withDateRange(
  pageQuery.extend({
    status: RuleStatus.optional(),
    from: DateOrTimestamp.optional().describe('Rules that start on this day or later'),
    to: DateOrTimestamp.optional().describe('Rules that start on this day or earlier'),
  }),
)
export type RuleFilter = z.output<typeof RuleFilter>

const OneRule = z.object({ rule: RecurringExpenseRule })
const path = '/client/workspace/:workspaceId/recurring-expense-rules'
const one = `${path}/:ruleId` as const
const tag = 'Recurring expenses'

export const listRecurringExpenseRules = defineRoute({
  id: 'listRecurringExpenseRules',
  method: 'GET',
  path,
  summary: 'Rules of recurring expenses, newest first',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  query: RuleFilter,
  replies: { 200: z.object({ rules: z.array(RecurringExpenseRule), pagination: Pagination }) },
  fails: [400, 401, 403, 404, 422],
})

export const createRecurringExpenseRule = defineRoute({
  id: 'createRecurringExpenseRule',
  method: 'POST',
  path,
  summary: 'Make a rule, with the occurrences that are due already',
  description: 'Day 31 falls on the last day of a shorter month, 29 February likewise.',
  tag,
  access: workspace('finance.manage'),
  body: NewRule,
  replies: { 201: OneRule },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getRecurringExpenseRule = defineRoute({
  id: 'getRecurringExpenseRule',
  method: 'GET',
  path: one,
  summary: 'One rule',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  replies: { 200: OneRule },
  fails: [400, 401, 403, 404],
})

export const updateRecurringExpenseRule = defineRoute({
  id: 'updateRecurringExpenseRule',
  method: 'PATCH',
  path: one,
  summary: 'Change a rule: occurrences from tomorrow on follow it, those that are there stay as they are',
  tag,
  access: workspace('finance.manage'),
  body: RuleChanges,
  replies: { 200: OneRule },
  fails: [400, 401, 403, 404, 422],
})

export const deleteRecurringExpenseRule = defineRoute({
  id: 'deleteRecurringExpenseRule',
  method: 'DELETE',
  path: one,
  summary: 'Delete a rule with its pending occurrences; what was posted or skipped stays',
  tag,
  access: workspace('finance.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const pauseRecurringExpenseRule = defineRoute({
  id: 'pauseRecurringExpenseRule',
  method: 'POST',
  path: `${one}/pause`,
  summary: 'Pause a rule, after what is due today; one that is paused stays so',
  tag,
  access: workspace('finance.manage'),
  replies: { 200: OneRule },
  fails: [400, 401, 403, 404],
})

export const resumeRecurringExpenseRule = defineRoute({
  id: 'resumeRecurringExpenseRule',
  method: 'POST',
  path: `${one}/resume`,
  summary: 'Go on with a rule from tomorrow; what fell into the pause is not made up for',
  tag,
  access: workspace('finance.manage'),
  replies: { 200: OneRule },
  fails: [400, 401, 403, 404],
})
