import type { MinorRange } from '@wp/http'
import { searchKeys, searchWords } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { beginsWith, between, collection, recomputeField, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { OrderFilter, OrderStatus } from './order.contract.ts'
import type { NewOrderRecord, OrderRecord, StoredOrder, StoredOrderRefund } from './order.types.ts'

const dayMs = 24 * 60 * 60_000

export const orderCollection = collection<OrderRecord>(
  'orders',
  'Order',
  {
    storeId: String,
    number: Number,
    storeName: String,
    status: String,
    customer: Object,
    delivery: Object,
    note: String,
    searchKeys: [String],
    items: [Object],
    reserved: [Object],
    totalMinor: Number,
    refunds: [Object],
    currencyCode: String,
    language: String,
    tokenHash: String,
    expiresAt: Date,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, 'customer.email': 1, createdAt: -1, _id: -1 } }, // list by customer
    { keys: { workspaceId: 1, 'customer.phone': 1, createdAt: -1, _id: -1 } }, // list by customer
    { keys: { workspaceId: 1, searchKeys: 1 } }, // search
    { keys: { workspaceId: 1, number: 1 } }, // by number
    { keys: { workspaceId: 1, totalMinor: 1, createdAt: -1, _id: -1 } }, // list by amount
    { keys: { workspaceId: 1, tokenHash: 1 }, unique: true }, // submitting a form twice places one order
    { keys: { status: 1, createdAt: -1, _id: -1 } }, // orders that need attention, across workspaces
    { keys: { status: 1, expiresAt: 1, _id: 1 } }, // expired orders, across workspaces
  ],
  { onePer: 'order; limited per address' },
)

const toSearchKeys = ({ customer: { name, email, phone } }: Pick<OrderRecord, 'customer'>): string[] =>
  searchKeys(name, email, phone)

/** Makes orders from older versions searchable. */
export const addOrderSearch = recomputeField(
  '2026-11-19-add-order-search',
  orderCollection,
  'searchKeys',
  ['customer'],
  toSearchKeys,
)

/** A list's filter with its days converted to instants and its amounts to minor units. */
type StoredOrderFilter = Omit<OrderFilter, 'from' | 'to' | 'minTotal' | 'maxTotal'> & {
  from?: Date | undefined
  to?: Date | undefined
  amount?: MinorRange | undefined
}

/** Returns the database filter of a list of orders. */
export const matchingOrders = ({
  status,
  number,
  search,
  customerEmail,
  customerPhone,
  from,
  to,
  amount,
}: Omit<StoredOrderFilter, 'page' | 'limit'>) => ({
  ...(status && { status }),
  ...(number !== undefined && { number }),
  ...(search && { $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })) }),
  ...(customerEmail && { 'customer.email': customerEmail }),
  ...(customerPhone && { 'customer.phone': customerPhone }),
  ...((from ?? to) !== undefined && { createdAt: between(from, to) }),
  ...(amount && {
    currencyCode: amount.currencyCode,
    totalMinor: between(amount.min, amount.max),
  }),
})

export const orderStore = (db: Database) => {
  const orders = db.tenant(orderCollection)
  // The platform dashboard, buyers' order links and the expiry job look up orders without a workspace id.
  const allOrders = db.global(orderCollection)
  return {
    list: (workspaceId: Id, { page, limit, after, ...filter }: StoredOrderFilter) =>
      orders(workspaceId).page({ filter: matchingOrders(filter), query: { page, limit, after } }),
    get: (workspaceId: Id, id: Id) => orders(workspaceId).get({ id }),
    /** Throws the same NOT_FOUND error for an unknown order and for a wrong token. */
    getByToken: (id: Id, tokenHash: string) => allOrders().get({ id, tokenHash }),
    findByToken: (workspaceId: Id, tokenHash: string) => orders(workspaceId).findOne({ tokenHash }),
    insert: (workspaceId: Id, order: NewOrderRecord) =>
      orders(workspaceId).insert({ ...order, searchKeys: toSearchKeys(order) }),
    /** Must run in the transaction that read the order, so that a concurrent change causes a retry. */
    move: (workspaceId: Id, id: Id, status: OrderStatus) => {
      db.requireTransaction()
      return orders(workspaceId).update({ id }, { status })
    },

    /** Must run in the transaction that read the order, so that a concurrent refund causes a retry. */
    setRefunds: (workspaceId: Id, id: Id, refunds: StoredOrderRefund[], status: OrderStatus) => {
      db.requireTransaction()
      return orders(workspaceId).update({ id }, { refunds, status })
    },

    /** Yields expired pending orders across all workspaces, sorted by expiry time. */
    iterateExpired: (now: Date) =>
      allOrders().iterate(
        { status: 'pending', expiresAt: trusted({ $lte: now }) },
        { sort: { expiresAt: 1 }, select: ['workspaceId', 'expiresAt'] },
      ),

    /**
     * Yields pending orders dated more than a day from now, which were placed with a clock that was ahead.
     */
    iterateFromTheFuture: (now: Date) =>
      allOrders().iterate(
        { status: 'pending', createdAt: trusted({ $gt: new Date(now.getTime() + dayMs) }) },
        { sort: { createdAt: -1, id: -1 }, select: ['workspaceId', 'createdAt', 'expiresAt'] },
      ),
    /** Sets an order's date to now, and its expiry accordingly. */
    redateIf: (
      {
        workspaceId,
        id,
        createdAt,
        expiresAt,
      }: Pick<StoredOrder, 'workspaceId' | 'id' | 'createdAt' | 'expiresAt'>,
      now: Date,
    ) =>
      orders(workspaceId).updateIf(
        { id, status: 'pending', createdAt },
        {
          createdAt: now,
          ...(expiresAt && {
            expiresAt: new Date(now.getTime() + expiresAt.getTime() - createdAt.getTime()),
          }),
        },
      ),

    /** Lists the newest pending orders across all workspaces. */
    listPending: (limit: number) =>
      allOrders().find({ status: 'pending' }, { sort: { createdAt: -1, id: -1 }, limit }),
  }
}
