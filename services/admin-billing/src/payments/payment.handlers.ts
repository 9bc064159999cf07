import { handle, reply } from '@wp/http'
import { toMinor } from '@wp/kernel'
import type { AdminBillingDeps } from '../deps.ts'
import { currency } from '../money/money.contract.ts'
import { getSubscription } from '../subscriptions/subscription.actions.ts'
import { recordPayment } from './payment.actions.ts'
import * as routes from './payment.contract.ts'
import { toPayment } from './payment.view.ts'

export const paymentHandlers = (deps: AdminBillingDeps) => [
  handle(routes.listPayments, async ({ query }) => {
    const { items, pagination } = await deps.payments.list(query)
    return reply(200, { payments: items.map(toPayment), pagination })
  }),

  handle(routes.createPayment, async ({ body, principal }) => {
    const { id: workspaceId } = await getSubscription(deps, body.workspaceId)
    const payment = await recordPayment(deps, {
      workspaceId,
      type: body.type,
      cents: toMinor(body.amount, currency),
      paidAt: body.paidAt === undefined ? deps.clock.now() : new Date(body.paidAt),
      note: body.note,
      createdBy: principal.accountId,
    })
    return reply(201, { payment: toPayment(payment) })
  }),
]
