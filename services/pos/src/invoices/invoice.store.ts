import { firstInstant, lastInstant } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { InvoiceFilter, InvoiceReference, InvoiceStatus } from './invoice.contract.ts'

export type StoredItem = {
  id: Id
  productId: Id | null
  serviceId: Id | null
  name: string
  quantity: number
  unitPrice: number
  totalMinor: number
}

/** A line from before lines had a kind has only its amount. */
export type StoredDiscount = {
  id: Id
  kind?: 'fixed' | 'percentage'
  value?: number
  amountMinor: number
  reason: string
  source?: 'manual' | 'client'
}

type Movement = {
  id: Id
  method: 'cash' | 'card' | 'transfer'
  amountMinor: number
  sessionId: Id
  createdBy: Id
  createdAt: Date
}
export type StoredPayment = Movement & { changeMinor: number }
export type StoredRefund = Movement & { reason: string }

/**
 * `taking`: storefront was asked, or is about to be, and the outcome is not recorded yet. `held`: it belongs to a
 * finalized invoice. `returning`: it is to be given back.
 */
type StockStep = 'taking' | 'held' | 'returning'

type InvoiceRecord = {
  workspaceId: Id
  sessionId: Id | null
  clientId: Id | null
  clientName: string | null
  reference: InvoiceReference | null
  /** The reference as a key, until the invoice is void: one invoice for each. */
  openReference: string | null
  number: number | null
  status: InvoiceStatus
  /** Rises with every change; that of a later invoice of the same reference goes on from it. */
  version: number
  currencyCode: string
  items: StoredItem[]
  discounts: StoredDiscount[]
  subtotalMinor: number
  totalMinor: number
  payments: StoredPayment[]
  refunds: StoredRefund[]
  paidMinor: number
  refundedMinor: number
  createdBy: Id
  finalizedAt: Date | null
  /** The Idempotency-Key of the request that finalized it: asked again, it gets its answer. */
  finalizedWith: string | null
  voidedAt: Date | null
  /** How often stock was taken; part of the name that storefront knows it by. */
  attempt: number
  stockReference: string | null
  stockStep: StockStep | null
  /** From when on anybody may complete the step. */
  stockUntil: Date | null
}
export type StoredInvoice = TenantDoc<InvoiceRecord>
type Lines = Pick<InvoiceRecord, 'items' | 'discounts' | 'subtotalMinor' | 'totalMinor'>
export type NewInvoiceRecord = Lines &
  Pick<InvoiceRecord, 'sessionId' | 'clientId' | 'clientName' | 'reference' | 'currencyCode' | 'createdBy'>

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
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list, also of a range
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, sessionId: 1, createdAt: -1, _id: -1 } }, // list of a till session
    { keys: { workspaceId: 1, clientId: 1, createdAt: -1, _id: -1 } }, // list of a client
    { keys: { workspaceId: 1, number: 1 }, unique: true, partial: { number: { $gt: 0 } } }, // no number twice
    { keys: { workspaceId: 1, openReference: 1 }, unique: true, partial: { openReference: { $gt: '' } } }, // one for each reference
    { keys: { workspaceId: 1, 'reference.id': 1, version: -1 } }, // the last one of a reference
    { keys: { stockUntil: 1 } }, // steps to complete, across workspaces
  ],
)

const toFilter = ({
  status,
  sessionId,
  clientId,
  number,
  from,
  to,
}: Omit<InvoiceFilter, 'page' | 'limit'>) => ({
  ...(status && { status }),
  ...(sessionId && { sessionId }),
  ...(clientId && { clientId }),
  ...(number !== undefined && { number }),
  ...((from ?? to) !== undefined && {
    createdAt: trusted({
      ...(from !== undefined && { $gte: firstInstant(from) }),
      ...(to !== undefined && { $lte: lastInstant(to) }),
    }),
  }),
})

export const toReferenceKey = ({ type, id }: InvoiceReference): string => `${type}:${id}`

/** Still the step that the caller has begun or taken over. */
const held = ({ id, stockStep, stockReference }: StoredInvoice) => ({ id, stockStep, stockReference })
const noStock = { stockStep: null, stockReference: null, stockUntil: null }

export const invoiceStore = (db: Database) => {
  const invoices = db.tenant(invoiceCollection)
  // The job completes steps across workspaces.
  const allInvoices = db.global(invoiceCollection)
  const findLastOf = async (workspaceId: Id, { type, id }: InvoiceReference) => {
    const [last] = await invoices(workspaceId).find(
      { 'reference.id': id, 'reference.type': type },
      { sort: { version: -1 }, limit: 1 },
    )
    return last
  }
  return {
    list: (workspaceId: Id, { page, limit, after, ...filter }: InvoiceFilter) =>
      invoices(workspaceId).page({ filter: toFilter(filter), query: { page, limit, after } }),
    /** All that match, newest first, one after the other. */
    iterate: (workspaceId: Id, filter: InvoiceFilter) =>
      invoices(workspaceId).iterate(toFilter(filter), { sort: { createdAt: -1, id: -1 } }),
    get: (workspaceId: Id, id: Id) => invoices(workspaceId).get({ id }),
    findOpenByReference: (workspaceId: Id, reference: InvoiceReference) =>
      invoices(workspaceId).findOne({ openReference: toReferenceKey(reference) }),

    /** CONFLICT when the reference has an invoice that is not void: the unique index decides. */
    insert: async (workspaceId: Id, invoice: NewInvoiceRecord) => {
      const { reference } = invoice
      const last = reference && (await findLastOf(workspaceId, reference))
      return invoices(workspaceId).insert({
        ...invoice,
        ...noStock,
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

    /** After a look at it: part of a transaction, which runs again when the invoice changes meanwhile. */
    change: ({ workspaceId, id, version }: StoredInvoice, changes: Partial<InvoiceRecord>) => {
      db.requireTransaction()
      return invoices(workspaceId).update({ id, version }, { ...changes, version: version + 1 })
    },

    // Each of these gives null when the step is no longer the caller's.

    finalizeIf: (invoice: StoredInvoice, changes: Partial<InvoiceRecord>) =>
      invoices(invoice.workspaceId).updateIf(
        { ...held(invoice), version: invoice.version, status: 'draft' },
        { ...changes, version: invoice.version + 1 },
      ),
    /** From now on anybody gives the stock back. */
    turnToReturningIf: (taking: StoredInvoice, stockUntil: Date) =>
      invoices(taking.workspaceId).updateIf(held(taking), { stockStep: 'returning', stockUntil }),
    /** Lets the step wait for somebody else. */
    leaveIf: (invoice: StoredInvoice, stockUntil: Date) =>
      invoices(invoice.workspaceId).updateIf(held(invoice), { stockUntil }),
    endStockIf: (invoice: StoredInvoice) => invoices(invoice.workspaceId).updateIf(held(invoice), noStock),
    /** Takes the step that has waited longest for somebody to complete it. */
    takeOverdue: (now: Date, stockUntil: Date) =>
      allInvoices().updateIf(
        { stockUntil: trusted({ $lte: now }) },
        { stockUntil },
        { sort: { stockUntil: 1 } },
      ),
  }
}
