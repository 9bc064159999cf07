import type { CalendarDate, Id } from '@wp/kernel'
import type { TenantDoc } from '@wp/mongo'
import type { CouponTerms } from '../coupons/coupon.types.ts'
import type { Evaluated, Gender } from './evaluation.contract.ts'
import type { LabTestStatus } from './lab-test.contract.ts'

export type StoredAmendment = {
  previousValueNumeric: number | null
  previousFlag: Evaluated['flag']
  resultValueNumeric: number
  reason: string
  amendedBy: Id
  amendedAt: Date
}

/** The names, unit and price are those at the time of the order. */
export type StoredItem = Evaluated & {
  id: Id
  analysisId: Id
  testName: string
  reportName: string
  billName: string
  /** Missing in tests from older versions. */
  taxRateId?: Id | null
  price: number
  unit: string | null
  resultValueNumeric: number | null
  amendments: StoredAmendment[]
}

/** The coupon's terms when it was applied. */
export type StoredCouponCopy = CouponTerms & { id: Id; couponCode: string; couponTitle: string }

export type StoredInvoice = { id: Id; version: number; number: number | null; status: string; total: number }

/** A call to pos whose outcome is not recorded yet, with the data needed to repeat it. */
export type InvoiceStep = { actorId: Id }
/** A call to finance whose outcome is not recorded yet, with the data needed to repeat it. */
export type IncomeStep = { actorId: Id; amountMinor: number; date: CalendarDate }

export type LabTestRecord = {
  workspaceId: Id
  number: number
  clientId: Id
  clientName: string
  clientDateOfBirth: CalendarDate | null
  clientGender: Gender | null
  testDate: CalendarDate
  status: LabTestStatus
  completedAt: Date | null
  items: StoredItem[]
  coupon: StoredCouponCopy | null
  currencyCode: string
  subtotalMinor: number
  discountMinor: number
  totalMinor: number
  invoice: StoredInvoice | null
  incomeId: Id | null
  createdBy: Id
  invoiceStep: InvoiceStep | null
  /** When the recovery job may take over the step. */
  invoiceUntil: Date | null
  incomeStep: IncomeStep | null
  incomeUntil: Date | null
}
export type StoredLabTest = TenantDoc<LabTestRecord>
export type NewLabTestRecord = Omit<
  LabTestRecord,
  | 'workspaceId'
  | 'number'
  | 'status'
  | 'completedAt'
  | 'invoice'
  | 'incomeId'
  | 'invoiceStep'
  | 'invoiceUntil'
  | 'incomeStep'
  | 'incomeUntil'
>
