import { fromMinor, iso } from '@wp/kernel'
import type { Payment } from './payment.contract.ts'
import type { StoredPayment } from './payment.store.ts'

export const toPayment = (stored: StoredPayment): Payment => ({
  id: stored.id,
  workspaceId: stored.workspaceId,
  type: stored.type,
  amount: fromMinor(stored.cents, stored.currencyCode),
  currencyCode: stored.currencyCode,
  paidAt: iso(stored.paidAt),
  note: stored.note,
  createdAt: iso(stored.createdAt),
  createdBy: stored.createdBy,
})
