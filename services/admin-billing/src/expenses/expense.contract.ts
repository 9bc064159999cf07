import { admin, defineRoute, withDateRange } from '@wp/http'
import { DateOrTimestamp, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Amount, Usd } from '../money/money.contract.ts'

export const PlatformExpense = z
  .object({
    id: IdString,
    category: z.string(),
    amount: z.number(),
    currencyCode: z.string(),
    spentAt: Timestamp,
    note: z.string().nullable(),
    createdAt: Timestamp,
    createdBy: IdString,
  })
  .meta({ id: 'PlatformExpense' })
export type PlatformExpense = z.output<typeof PlatformExpense>

const NewExpense = z.object({
  category: nonBlank(100),
  amount: Amount,
  currencyCode: Usd,
  spentAt: Timestamp.optional(),
  note: nonBlank(2000).nullable().default(null),
})

const access = admin('businesses.manage')
const path = '/admin/expenses'
const tag = 'Payments and expenses'

export const listPlatformExpenses = defineRoute({
  id: 'listPlatformExpenses',
  method: 'GET',
  path,
  summary: 'List platform expenses',
  description:
    'Sorted by creation time, newest first. `from` and `to` filter by `spentAt`, both inclusive, and sort by it, latest first.',
  tag,
  access,
  query: withDateRange(
    pageQuery.extend({
      category: nonBlank(100).optional(),
      from: DateOrTimestamp.optional(),
      to: DateOrTimestamp.optional(),
    }),
    'instant',
  ),
  replies: { 200: z.object({ expenses: z.array(PlatformExpense), pagination: Pagination }) },
  fails: [400, 401, 403, 422],
})

export const createPlatformExpense = defineRoute({
  id: 'createPlatformExpense',
  method: 'POST',
  path,
  summary: 'Record a platform expense',
  tag,
  access,
  body: NewExpense,
  replies: { 201: z.object({ expense: PlatformExpense }) },
  fails: [400, 401, 403, 409, 422],
})
