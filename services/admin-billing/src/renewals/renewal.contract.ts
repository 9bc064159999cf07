import { admin, defineRoute } from '@wp/http'
import { z } from 'zod'
import { Payment } from '../payments/payment.contract.ts'
import { Period } from '../plans/plan.contract.ts'
import { AdminWorkspace } from '../subscriptions/subscription.contract.ts'

export const RenewalQuote = z
  .object({
    period: Period,
    lines: z.array(
      z.object({ kind: z.enum(['plan', 'discount', 'addition']), label: z.string(), amount: z.number() }),
    ),
    total: z.number(),
    currencyCode: z.string(),
  })
  .meta({ id: 'RenewalQuote' })
export type RenewalQuote = z.output<typeof RenewalQuote>

const access = admin('businesses.manage')
const tag = 'Renewals'
const one = '/admin/workspaces/:workspaceId'

export const getRenewalQuote = defineRoute({
  id: 'getRenewalQuote',
  method: 'GET',
  path: `${one}/renewal-quote`,
  summary: 'Get a renewal quote',
  description: 'Returns what a renewal for the given period costs now, line by line.',
  tag,
  access,
  query: z.object({ period: Period }),
  replies: { 200: z.object({ quote: RenewalQuote }) },
  fails: [400, 401, 403, 404, 422],
})

export const renewSubscription = defineRoute({
  id: 'renewSubscription',
  method: 'POST',
  path: `${one}/renewals`,
  summary: 'Renew a subscription',
  description:
    'Records the payment and extends the subscription by the period. Repeating the request with the same Idempotency-Key charges only once.',
  tag,
  access,
  body: z.object({ period: Period }),
  idempotency: 'required',
  replies: { 201: z.object({ payment: Payment, workspace: AdminWorkspace }) },
  fails: [400, 401, 403, 404, 409, 422],
})
