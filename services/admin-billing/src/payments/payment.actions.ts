import { publishAuditEntry } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { currency } from '../money/money.contract.ts'
import { publishPaymentRecorded } from './payment.events.ts'
import type { NewPayment, StoredPayment } from './payment.store.ts'

/** Records, counts, publishes and audits a payment in one transaction. */
export const recordPayment = (
  { db, payments, counters }: Pick<AdminBillingDeps, 'db' | 'payments' | 'counters'>,
  payment: NewPayment,
): Promise<StoredPayment> =>
  db.transaction(async (tx) => {
    const recorded = await payments.insert({ ...payment, currencyCode: currency })
    await counters.countPayment(recorded)
    publishPaymentRecorded(tx, recorded)
    publishAuditEntry(tx, {
      adminId: payment.createdBy,
      action: 'payment.recorded',
      targetType: 'payment',
      targetId: recorded.id,
      workspaceId: payment.workspaceId,
    })
    return recorded
  })
