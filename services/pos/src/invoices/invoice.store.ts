import type { MinorRange } from '@wp/http'
import type { Id } from '@wp/kernel'
import { between, collection, sagaRecords } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { InvoiceFilter, InvoiceReference } from './invoice.contract.ts'
import type { InvoiceRecord, NewInvoiceRecord, StoredInvoice } from './invoice.types.ts'

/** A list's filter with its days converted to instants and its amounts to minor units. */
type StoredInvoiceFilter = Omit<InvoiceFilter, 'from' | 'to' | 'minTotal' | 'maxTotal'> & {
  from?: Date | undefined
  to?: Date | undefined
  amount?: MinorRange | undefined
}

export const invoiceCollection = collection<InvoiceRecord>(
  'invoices',
  'Invoice',
  {
    sessionId: String,
    clientId: String,
    clientName: String,
    reference: Object,
    openReference: String,
    number: Number,
    status: String,
    version: Number,
    currencyCode: String,
    items: [Object],
    discounts: [Object],
    subtotalMinor: Number,
    totalMinor: Number,
    payments: [Object],
    refunds: [Object],
    paidMinor: Number,
    refundedMinor: Number,
    createdBy: String,
    finalizedAt: Date,
    finalizedWith: String,
    voidedAt: Date,
    attempt: Number,
    stockReference: String,
    stockStep: String,
    stockUntil: Date,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list, list by date range
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, sessionId: 1, createdAt: -1, _id: -1 } }, // list by till session
    { keys: { workspaceId: 1, clientId: 1, createdAt: -1, _id: -1 } }, // list by client
    { keys: { workspaceId: 1, totalMinor: 1, createdAt: -1, _id: -1 } }, // list by amount
    { keys: { workspaceId: 1, number: 1 }, unique: true, partial: { number: { $gt: 0 } } }, // numbers are unique
    { keys: { workspaceId: 1, openReference: 1 }, unique: true, partial: { openReference: { $gt: '' } } }, // one open invoice per reference
    { keys: { workspaceId: 1, 'reference.id': 1, version: -1 } }, // latest invoice for a reference
    { keys: { stockUntil: 1 } }, // overdue steps, across workspaces
  ],
  { onePer: 'invoice' },
)

export const invoiceNumberCollection = collection<{ last: number }>(
  'invoice_numbers',
  'Invoice number',
  { last: Number },
  [{ keys: { workspaceId: 1 }, unique: true }], // one counter per workspace
  { onePer: 'workspace' },
)

/** Returns the database filter of a list of invoices. */
export const matchingInvoices = ({
  status,
  sessionId,
  clientId,
  number,
  from,
  to,
  amount,
}: Omit<StoredInvoiceFilter, 'page' | 'limit'>) => ({
  ...(status && { status }),
  ...(sessionId && { sessionId }),
  ...(clientId && { clientId }),
  ...(number !== undefined && { number }),
  ...((from ?? to) !== undefined && { createdAt: between(from, to) }),
  ...(amount && {
    currencyCode: amount.currencyCode,
    totalMinor: between(amount.min, amount.max),
  }),
})

const toReferenceKey = ({ type, id }: InvoiceReference): string => `${type}:${id}`

export const stockRecords = sagaRecords(invoiceCollection, {
  step: 'stockStep',
  until: 'stockUntil',
  fence: ['stockStep', 'stockReference'],
  clears: ['stockReference'],
})

export const invoiceStore = (db: Database) => {
  const invoices = db.tenant(invoiceCollection)
  const numbers = db.tenant(invoiceNumberCollection)
  const findLatest = async (workspaceId: Id, { type, id }: InvoiceReference) => {
    const [last] = await invoices(workspaceId).find(
      { 'reference.id': id, 'reference.type': type },
      { sort: { version: -1 }, limit: 1 },
    )
    return last
  }
  return {
    list: (workspaceId: Id, { page, limit, after, ...filter }: StoredInvoiceFilter) =>
      invoices(workspaceId).page({ filter: matchingInvoices(filter), query: { page, limit, after } }),
    /** Yields all matching invoices, newest first. */
    iterate: (workspaceId: Id, filter: StoredInvoiceFilter) =>
      invoices(workspaceId).iterate(matchingInvoices(filter), { sort: { createdAt: -1, id: -1 } }),
    get: (workspaceId: Id, id: Id) => invoices(workspaceId).get({ id }),
    findOpenByReference: (workspaceId: Id, reference: InvoiceReference) =>
      invoices(workspaceId).findOne({ openReference: toReferenceKey(reference) }),

    /** Throws CONFLICT when the reference already has an invoice that is not void. */
    insert: async (workspaceId: Id, invoice: NewInvoiceRecord) => {
      const { reference } = invoice
      const last = reference && (await findLatest(workspaceId, reference))
      return invoices(workspaceId).insert({
        ...invoice,
        stockStep: null,
        stockReference: null,
        stockUntil: null,
        openReference: reference && toReferenceKey(reference),
        number: null,
        status: 'draft',
        version: (last?.version ?? 0) + 1,
        payments: [],
        refunds: [],
        paidMinor: 0,
        refundedMinor: 0,
        finalizedAt: null,
        finalizedWith: null,
        voidedAt: null,
        attempt: 0,
      })
    },

    /** Changes an invoice that was read in the same transaction; a concurrent change causes a retry. */
    change: ({ workspaceId, id, version }: StoredInvoice, changes: Partial<InvoiceRecord>) => {
      db.requireTransaction()
      return invoices(workspaceId).update({ id, version }, { ...changes, version: version + 1 })
    },

    /** Returns null when the invoice has changed or the recovery job has taken over its stock step. */
    finalizeIf: (
      { workspaceId, id, stockStep, stockReference, version }: StoredInvoice,
      changes: Partial<InvoiceRecord>,
    ) =>
      invoices(workspaceId).updateIf(
        { id, stockStep, stockReference, version, status: 'draft' },
        { ...changes, version: version + 1 },
      ),

    /** Returns the next number. Must run in the transaction that assigns it, so that a failure leaves no gap. */
    nextNumber: async (workspaceId: Id): Promise<number> => {
      db.requireTransaction()
      const { last } = await numbers(workspaceId).upsert({}, { $inc: { last: 1 } })
      return last
    },
  }
}
