import { toDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection, sagaRecords, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { LabTestFilter } from './lab-test.contract.ts'
import type { LabTestRecord, NewLabTestRecord, StoredInvoice, StoredLabTest } from './lab-test.types.ts'

export const labTestCollection = collection<LabTestRecord>(
  'tests',
  'Lab test',
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
    { keys: { workspaceId: 1, clientId: 1, createdAt: -1, _id: -1 } }, // list by client, client renames
    { keys: { workspaceId: 1, testDate: -1, _id: -1 } }, // list by date range
    { keys: { workspaceId: 1, status: 1, testDate: -1, _id: -1 } }, // list by status and date range
    { keys: { workspaceId: 1, clientId: 1, testDate: -1, _id: -1 } }, // list by client and date range
    { keys: { workspaceId: 1, number: 1 }, unique: true }, // numbers are unique
    { keys: { invoiceUntil: 1 } }, // overdue steps in all workspaces
    { keys: { incomeUntil: 1 } },
  ],
  { onePer: 'lab test' },
)

export const invoiceRecords = sagaRecords(labTestCollection, {
  step: 'invoiceStep',
  until: 'invoiceUntil',
  // All callers repeat the same idempotent call, so no fencing is needed.
  fence: [],
})
export const incomeRecords = sagaRecords(labTestCollection, {
  step: 'incomeStep',
  until: 'incomeUntil',
  fence: [],
})

export const labTestNumberCollection = collection<{ last: number }>(
  'test_numbers',
  'Lab test number',
  { last: Number },
  [
    { keys: { workspaceId: 1 }, unique: true }, // one counter per workspace
  ],
  { onePer: 'workspace' },
)

const notClosed = trusted({ $in: ['draft', 'in-progress'] })
const toFilter = ({
  clientId,
  status,
  number,
  from,
  to,
}: Omit<LabTestFilter, 'page' | 'limit' | 'after'>) => ({
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

export const labTestStore = (db: Database) => {
  const labTests = db.tenant(labTestCollection)
  const numbers = db.tenant(labTestNumberCollection)
  return {
    list: (workspaceId: Id, { page, limit, after, ...filter }: LabTestFilter) =>
      labTests(workspaceId).page({
        filter: toFilter(filter),
        ...((filter.from ?? filter.to) !== undefined && { sort: { testDate: -1 } as const }),
        neverNull: ['testDate'],
        query: { page, limit, after },
      }),
    find: (workspaceId: Id, id: Id) => labTests(workspaceId).findOne({ id }),
    get: (workspaceId: Id, id: Id) => labTests(workspaceId).get({ id }),

    insert: async (workspaceId: Id, labTest: NewLabTestRecord) => {
      db.requireTransaction()
      const { last } = await numbers(workspaceId).upsert({}, { $inc: { last: 1 } })
      return labTests(workspaceId).insert({
        ...labTest,
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

    /** Updates a test that was read in the same transaction; a concurrent change makes the transaction retry. */
    change: ({ workspaceId, id }: StoredLabTest, changes: Partial<LabTestRecord>) => {
      db.requireTransaction()
      return labTests(workspaceId).update({ id }, changes)
    },

    /** Like `change`, but keeps `updatedAt`, because starting a step is not visible to users. */
    startStep: ({ workspaceId, id }: StoredLabTest, started: Partial<LabTestRecord>) => {
      db.requireTransaction()
      return labTests(workspaceId).update({ id }, started, { keepsUpdatedAt: true })
    },

    renameClient: (workspaceId: Id, clientId: Id, name: string) =>
      labTests(workspaceId).updateMany(
        { clientId, status: notClosed, clientName: trusted({ $ne: name }) },
        { clientName: name },
      ),

    /**
     * Stores the invoice and ends the invoice step; returns null when this version or a newer one is already stored.
     */
    setInvoiceIf: (workspaceId: Id, id: Id, invoice: StoredInvoice) =>
      labTests(workspaceId).updateIf(
        { id, $or: [{ invoice: null }, { 'invoice.version': trusted({ $lt: invoice.version }) }] },
        { invoice, invoiceStep: null, invoiceUntil: null },
      ),
    /** Stores the income and ends the income step; returns null when the test already has that income. */
    setIncomeIf: (workspaceId: Id, id: Id, incomeId: Id) =>
      labTests(workspaceId).updateIf(
        { id, incomeId: trusted({ $ne: incomeId }) },
        { incomeId, incomeStep: null, incomeUntil: null },
      ),
  }
}
