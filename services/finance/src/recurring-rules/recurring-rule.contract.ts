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
  dayOfMonth: z
    .int()
    .nullable()
    .describe("For monthly and yearly rules only; null means the start date's day"),
  monthOfYear: z.int().nullable().describe("For yearly rules only; null means the start date's month"),
  startDate: CalendarDateString,
  endDate: CalendarDateString.nullable().describe('The last day on which the rule can be due'),
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
const amount = z.number().positive({ error: 'must be greater than 0' })
const notes = z.string().max(10_000).nullable()

export const NewRule = z.object({
  title: nonBlank(200),
  amount,
  currencyCode: CurrencyCode.optional().describe("Defaults to the workspace's currency"),
  frequency: Frequency,
  dayOfMonth: dayOfMonth.default(null),
  monthOfYear: monthOfYear.default(null),
  startDate: CalendarDateString.describe(
    'At most 366 days ago; occurrences that are already due are created with the rule',
  ),
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
    from: DateOrTimestamp.optional().describe('Includes only rules that start on or after this day'),
    to: DateOrTimestamp.optional().describe('Includes only rules that start on or before this day'),
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
  summary: 'List recurring expense rules',
  description: 'Sorted by creation time, newest first, or with `from` or `to` by start date, latest first.',
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
  summary: 'Create a recurring expense rule',
  description:
    'Also creates the occurrences that are already due. In shorter months, a rule for day 29, 30 or 31 is due on the last day.',
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
  summary: 'Get a recurring expense rule',
  tag,
  access: workspace('finance.view', { subscription: 'required' }),
  replies: { 200: OneRule },
  fails: [400, 401, 403, 404],
})

export const updateRecurringExpenseRule = defineRoute({
  id: 'updateRecurringExpenseRule',
  method: 'PATCH',
  path: one,
  summary: 'Update a recurring expense rule',
  description: 'Applies to occurrences starting tomorrow; existing occurrences do not change.',
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
  summary: 'Delete a recurring expense rule',
  description: 'Also deletes its pending occurrences; posted and skipped ones are kept.',
  tag,
  access: workspace('finance.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})

export const pauseRecurringExpenseRule = defineRoute({
  id: 'pauseRecurringExpenseRule',
  method: 'POST',
  path: `${one}/pause`,
  summary: 'Pause a recurring expense rule',
  description: 'First creates the occurrences due up to today. Pausing a paused rule changes nothing.',
  tag,
  access: workspace('finance.manage'),
  replies: { 200: OneRule },
  fails: [400, 401, 403, 404],
})

export const resumeRecurringExpenseRule = defineRoute({
  id: 'resumeRecurringExpenseRule',
  method: 'POST',
  path: `${one}/resume`,
  summary: 'Resume a recurring expense rule',
  description:
    'The rule applies again starting tomorrow; occurrences missed during the pause are not created.',
  tag,
  access: workspace('finance.manage'),
  replies: { 200: OneRule },
  fails: [400, 401, 403, 404],
})
