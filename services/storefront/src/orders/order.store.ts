import type { Id, PageQuery } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { OrderStatus } from './order.contract.ts'
import type { NewOrderRecord, OrderRecord, StoredOrderRefund } from './order.types.ts'

export const orderCollection = collection<OrderRecord>(
  'orders',
  'Order',
  {
    storeId: String,
    number: Number,
    storeName: String,
    status: String,
    customer: Object,
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
    { keys: { workspaceId: 1, tokenHash: 1 }, unique: true }, // submitting a form twice places one order
    { keys: { status: 1, createdAt: -1, _id: -1 } }, // orders that need attention, across workspaces
    { keys: { status: 1, expiresAt: 1, _id: 1 } }, // expired orders, across workspaces
  ],
)

export const orderStore = (db: Database) => {
  const orders = db.tenant(orderCollection)
  // The platform dashboard, buyers' order links and the expiry job look up orders without a workspace id.
  const allOrders = db.global(orderCollection)
  return {
    list: (workspaceId: Id, { status, ...query }: PageQuery & { status?: OrderStatus | undefined }) =>
      orders(workspaceId).page({ filter: { ...(status && { status }) }, query }),
    get: (workspaceId: Id, id: Id) => orders(workspaceId).get({ id }),
    /** Throws the same NOT_FOUND error for an unknown order and for a wrong token. */
    getByToken: (id: Id, tokenHash: string) => allOrders().get({ id, tokenHash }),
    findByToken: (workspaceId: Id, tokenHash: string) => orders(workspaceId).findOne({ tokenHash }),
    insert: (workspaceId: Id, order: NewOrderRecord) => orders(workspaceId).insert(order),
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

    /** Lists the newest pending orders across all workspaces. */
    listPending: (limit: number) =>
      allOrders().find({ status: 'pending' }, { sort: { createdAt: -1, id: -1 }, limit }),
  }
}
