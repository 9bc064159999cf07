import { handle, reply } from '@wp/http'
import { toMinor } from '@wp/kernel'
import { currency } from '../money/currency.ts'
import type { AdminBilling } from '../service.ts'
import { shownPayment } from './payment-book.ts'
import { createPayment, listPayments } from './payment.contract.ts'

export const paymentHandlers = ({ clock, directory, payments, paymentBook }: AdminBilling) => [
  handle(listPayments, async ({ query }) => {
    const { items, pagination } = await payments.list(query)
    return reply(200, { payments: items.map(shownPayment), pagination })
  }),

  handle(createPayment, async ({ body, principal }) => {
    const { id: workspaceId } = await directory.get(body.workspaceId)
    const payment = await paymentBook.record({
      workspaceId,
      type: body.type,
      cents: toMinor(body.amount, currency),
      paidAt: body.paidAt === undefined ? clock.now() : new Date(body.paidAt),
      note: body.note,
      createdBy: principal.accountId,
    })
    return reply(201, { payment })
  }),
]
