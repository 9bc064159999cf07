import { fromMinor, iso, withIsoTimes } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { LabTest, LabTestItem } from './lab-test.contract.ts'
import type { StoredItem, StoredLabTest } from './lab-test.types.ts'
import { getItem } from './lab-test-result.rules.ts'

export const toLabTestItem = (stored: StoredItem): LabTestItem => ({
  ...stored,
  amendments: stored.amendments.map((each) => withIsoTimes(each)),
})

export const toLabTest = (stored: StoredLabTest): LabTest => ({
  id: stored.id,
  workspaceId: stored.workspaceId,
  number: stored.number,
  clientId: stored.clientId,
  clientName: stored.clientName,
  testDate: stored.testDate,
  status: stored.status,
  analysisIds: stored.items.map(({ analysisId }) => analysisId),
  couponId: stored.coupon?.id ?? null,
  currencyCode: stored.currencyCode,
  subtotal: fromMinor(stored.subtotalMinor, stored.currencyCode),
  discount: fromMinor(stored.discountMinor, stored.currencyCode),
  total: fromMinor(stored.totalMinor, stored.currencyCode),
  invoiceId: stored.invoice?.id ?? null,
  invoice: stored.invoice,
  incomeId: stored.incomeId,
  completedAt: stored.completedAt && iso(stored.completedAt),
  createdAt: iso(stored.createdAt),
  updatedAt: iso(stored.updatedAt),
  items: stored.items.map(toLabTestItem),
})

export const toItemReply = (stored: StoredLabTest, itemId: Id) => ({
  item: toLabTestItem(getItem(stored.items, itemId)),
  test: toLabTest(stored),
})
