import { fromMinor, iso, withIsoTimes } from '@wp/kernel'
import type { Test, TestItem } from './lab-test.contract.ts'
import type { StoredItem, StoredTest } from './lab-test.store.ts'

export const toTestItem = (stored: StoredItem): TestItem => ({
  ...stored,
  amendments: stored.amendments.map((each) => withIsoTimes(each)),
})

export const toTestState = (stored: StoredTest) => ({
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
})

export const toTest = (stored: StoredTest): Test => ({
  ...toTestState(stored),
  items: stored.items.map(toTestItem),
})
