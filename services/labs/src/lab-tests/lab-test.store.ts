import { toDay } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import { collection, sagaRecords, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { CouponTerms } from '../coupons/coupon.rules.ts'
import type { Evaluated, Gender } from './evaluation.contract.ts'
import type { TestFilter, TestStatus } from './lab-test.contract.ts'

export type StoredAmendment = {
  previousValueNumeric: number | null
  previousFlag: Evaluated['flag']
  resultValueNumeric: number
  reason: string
  amendedBy: Id
  amendedAt: Date
}

/** Names, unit and price as they were when the analysis was ordered. */
export type StoredItem = Evaluated & {
  id: Id
  analysisId: Id
  testName: string
  reportName: string
  billName: string
  price: number
  unit: string | null
  resultValueNumeric: number | null
  amendments: StoredAmendment[]
}

/** The terms as they were when the coupon was used. */
export type StoredCouponCopy = CouponTerms & { id: Id; couponCode: string; couponTitle: string }

export type StoredInvoice = { id: Id; version: number; number: number | null; status: string; total: number }

/** A billing call that was begun and whose outcome is not recorded yet, with all that it takes to repeat it. */
export type InvoiceStep = { actorId: Id }
export type IncomeStep = { actorId: Id; amountMinor: number; date: CalendarDate }

type TestRecord = {
  workspaceId: Id
  number: number
  clientId: Id
  clientName: string
  clientDateOfBirth: CalendarDate | null
  clientGender: Gender | null
  testDate: CalendarDate
  status: TestStatus
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
  /** From when on anybody may complete the step. */
  invoiceUntil: Date | null
  incomeStep: IncomeStep | null
  incomeUntil: Date | null
}
export type StoredTest = TenantDoc<TestRecord>
export type NewTestRecord = Omit<
  TestRecord,
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

export const testCollection = collection<TestRecord>(
  'tests',
  'Test',
  {
    number: Number,
    clientId: String,
    clientName: String,
    clientDateOfBirth: String,
    clientGender: String,
    testDate: String,
    status: String,
    completedAt: Date,
    items: [Object],
    coupon: Object,
    currencyCode: String,
    subtotalMinor: Number,
    discountMinor: Number,
    totalMinor: Number,
    invoice: { id: String, version: Number, number: Number, status: String, total: Number },
    incomeId: String,
    createdBy: String,
    invoiceStep: Object,
    invoiceUntil: Date,
    incomeStep: Object,
    incomeUntil: Date,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, clientId: 1, createdAt: -1, _id: -1 } }, // list of a client, names
    { keys: { workspaceId: 1, testDate: 1, createdAt: -1, _id: -1 } }, // list of a range
    { keys: { workspaceId: 1, number: 1 }, unique: true }, // no number twice
    { keys: { invoiceUntil: 1 } }, // steps to complete, across workspaces
    { keys: { incomeUntil: 1 } },
  ],
)

export const invoiceRecords = sagaRecords(testCollection, {
  step: 'invoiceStep',
  until: 'invoiceUntil',
  // Every caller repeats the same call, so nobody has to be fenced off.
  fence: [],
})
export const incomeRecords = sagaRecords(testCollection, {
  step: 'incomeStep',
  until: 'incomeUntil',
  fence: [],
})

type TestNumber = { last: number }

export const testNumberCollection = collection<TestNumber>('test_numbers', 'Test number', { last: Number }, [
  { keys: { workspaceId: 1 }, unique: true }, // one count for each workspace
])

const live = trusted({ $in: ['draft', 'in-progress'] })
const toFilter = ({ clientId, status, number, from, to }: Omit<TestFilter, 'page' | 'limit' | 'after'>) => ({
  ...(clientId && { clientId }),
  ...(status && { status }),
  ...(number !== undefined && { number }),
  ...((from ?? to) !== undefined && {
    testDate: trusted({
      ...(from !== undefined && { $gte: toDay(from) }),
      ...(to !== undefined && { $lte: toDay(to) }),
    }),
  }),
})

export const testStore = (db: Database) => {
  const tests = db.tenant(testCollection)
  const numbers = db.tenant(testNumberCollection)
  return {
    list: (workspaceId: Id, { page, limit, after, ...filter }: TestFilter) =>
      tests(workspaceId).page({ filter: toFilter(filter), query: { page, limit, after } }),
    get: (workspaceId: Id, id: Id) => tests(workspaceId).get({ id }),

    insert: async (workspaceId: Id, test: NewTestRecord) => {
      db.requireTransaction()
      const { last } = await numbers(workspaceId).upsert({}, { $inc: { last: 1 } })
      return tests(workspaceId).insert({
        ...test,
        number: last,
        status: 'draft',
        completedAt: null,
        invoice: null,
        incomeId: null,
        invoiceStep: null,
        invoiceUntil: null,
        incomeStep: null,
        incomeUntil: null,
      })
    },

    /** After a look at it: part of a transaction, which runs again when the test changes meanwhile. */
    change: ({ workspaceId, id }: StoredTest, changes: Partial<TestRecord>) => {
      db.requireTransaction()
      return tests(workspaceId).update({ id }, changes)
    },

    renameClient: (workspaceId: Id, clientId: Id, name: string) =>
      tests(workspaceId).updateMany(
        { clientId, status: live, clientName: trusted({ $ne: name }) },
        { clientName: name },
      ),

    /** Keeps the newest state of the invoice, which ends the step that asked for it; older news changes nothing. */
    setInvoiceIf: (workspaceId: Id, id: Id, invoice: StoredInvoice) =>
      tests(workspaceId).updateIf(
        { id, $or: [{ invoice: null }, { 'invoice.version': trusted({ $lt: invoice.version }) }] },
        { invoice, invoiceStep: null, invoiceUntil: null },
      ),
    /** Null when the test has that income already; the step has ended either way. */
    setIncomeIf: (workspaceId: Id, id: Id, incomeId: Id) =>
      tests(workspaceId).updateIf(
        { id, incomeId: trusted({ $ne: incomeId }) },
        { incomeId, incomeStep: null, incomeUntil: null },
      ),
  }
}
