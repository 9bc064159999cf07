import { fromMinor, iso, utcDay } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { recordDeed } from '../audit.ts'
import { currency } from '../money/currency.ts'
import { PaymentRecorded } from '../events.ts'
import { dated } from '../tallies/tally.rules.ts'
import type { TallyStore } from '../tallies/tally.store.ts'
import type { Payment } from './payment.contract.ts'
import type { NewPayment, paymentStore, StoredPayment } from './payment.store.ts'

/** A payment as callers see it. */
export const shownPayment = (payment: StoredPayment): Payment => ({
  id: payment.id,
  workspaceId: payment.workspaceId,
  type: payment.type,
  amount: fromMinor(payment.cents, payment.currencyCode),
  currencyCode: payment.currencyCode,
  paidAt: iso(payment.paidAt),
  note: payment.note,
  createdAt: iso(payment.createdAt),
  createdBy: payment.createdBy,
})

type Parts = { db: Database; payments: ReturnType<typeof paymentStore>; tallies: TallyStore }

/** Records payments: the payment, what it adds to the tallies, its event and the audit are one transaction. */
export const paymentBook = ({ db, payments, tallies }: Parts) => ({
  record: (payment: NewPayment): Promise<Payment> =>
    db.transaction(async (tx) => {
      const recorded = shownPayment(await payments.insert({ ...payment, currencyCode: currency }))
      await tallies.add([dated('payments', payment.type, utcDay(payment.paidAt), 1, payment.cents)])
      tx.publish(PaymentRecorded, {
        workspaceId: payment.workspaceId,
        data: { payment: recorded },
        aggregate: recorded.id,
      })
      recordDeed(tx, {
        adminId: payment.createdBy,
        action: 'payment.recorded',
        targetType: 'payment',
        targetId: recorded.id,
        workspaceId: payment.workspaceId,
      })
      return recorded
    }),
})
export type PaymentBook = ReturnType<typeof paymentBook>
