import { admin, defineRoute, withDateRange } from '@wp/http'
import { DateOrTimestamp, IdString, nonBlank, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { z } from 'zod'
import { Amount, Usd } from '../money/money.contract.ts'

export const paymentTypes = ['subscription', 'sms', 'storage', 'ai-tools'] as const
export const PaymentType = z.enum(paymentTypes)
export type PaymentType = z.output<typeof PaymentType>

export const Payment = z
  .object({
    id: IdString,
    workspaceId: IdString,
    type: PaymentType,
    amount: z.number(),
    currencyCode: z.string(),
    paidAt: Timestamp,
    note: z.string().nullable(),
    createdAt: Timestamp,
    createdBy: IdString,
  })
  .meta({ id: 'Payment' })
export type Payment = z.output<typeof Payment>

const NewPayment = z.object({
  workspaceId: IdString,
  type: PaymentType,
  amount: Amount,
  currencyCode: Usd,
  paidAt: Timestamp.optional(),
  note: nonBlank(2000).nullable().default(null),
})

const access = admin('businesses.manage')
const path = '/admin/payments'
const tag = 'Payments and expenses'

export const listPayments = defineRoute({
  id: 'listPayments',
  method: 'GET',
  path,
  summary: 'List payments',
  description:
    'Workspace payments, sorted by creation time, newest first. `from` and `to` filter by `paidAt`, both inclusive, and sort by it, latest first.',
  tag,
  access,
  query: withDateRange(
    pageQuery.extend({
      workspaceId: IdString.optional(),
      type: PaymentType.optional(),
      from: DateOrTimestamp.optional(),
      to: DateOrTimestamp.optional(),
    }),
    'instant',
  ),
  replies: { 200: z.object({ payments: z.array(Payment), pagination: Pagination }) },
  fails: [400, 401, 403, 422],
})

export const createPayment = defineRoute({
  id: 'createPayment',
  method: 'POST',
  path,
  summary: 'Record a workspace payment',
  tag,
  access,
  body: NewPayment,
  replies: { 201: z.object({ payment: Payment }) },
  fails: [400, 401, 403, 404, 409, 422],
})
