import { utcDay } from '@wp/kernel'
import { recordAudit } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { currency } from '../money/currency.rules.ts'
import { dailyChange } from '../tallies/tally.rules.ts'
import { publishPaymentRecorded } from './payment.events.ts'
import type { NewPayment, StoredPayment } from './payment.store.ts'

/** Records a payment: the payment, what it adds to the tallies, its event and the audit are one transaction. */
export const recordPayment = (
  { db, payments, tallies }: Pick<AdminBillingDeps, 'db' | 'payments' | 'tallies'>,
  payment: NewPayment,
): Promise<StoredPayment> =>
  db.transaction(async (tx) => {
    const { workspaceId, createdBy, type, paidAt, cents } = payment
    const recorded = await payments.insert({ ...payment, currencyCode: currency })
    await tallies.add([dailyChange('payments', type, utcDay(paidAt), 1, cents)])
    publishPaymentRecorded(tx, recorded)
    recordAudit(tx, {
      adminId: createdBy,
      action: 'payment.recorded',
      targetType: 'payment',
      targetId: recorded.id,
      workspaceId,
    })
    return recorded
  })
