import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Payment } from './payment.contract.ts'
import type { StoredPayment } from './payment.store.ts'
import { toPayment } from './payment.view.ts'

export const PaymentRecorded = defineEvent({
  type: 'wp.admin-billing.payment.recorded.v1',
  summary: 'A workspace payment was recorded',
  data: z.object({ payment: Payment }),
})

export const publishPaymentRecorded = (tx: Tx, stored: StoredPayment): void =>
  tx.publish(PaymentRecorded, {
    workspaceId: stored.workspaceId,
    data: { payment: toPayment(stored) },
    aggregate: stored.id,
  })
