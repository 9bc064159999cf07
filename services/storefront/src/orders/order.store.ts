import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'

export type OrderStatus = 'pending' | 'confirmed' | 'fulfilled' | 'cancelled'

type OrderRecord = {
  workspaceId: Id
  storeId: Id
  storeName: string
  status: OrderStatus
  customer: { name: string; email: string | null; phone: string | null }
  totalMinor: number
  currencyCode: string
}

export type StoredOrder = PlatformDoc<OrderRecord>

export type NewOrder = Omit<OrderRecord, 'workspaceId'> & { createdAt?: Date }

export const orderCollection = collection<OrderRecord>(
  'orders',
  'Order',
  {
    storeId: String,
    storeName: String,
    status: String,
    customer: Object,
    totalMinor: Number,
    currencyCode: String,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list of a workspace
    { keys: { status: 1, createdAt: -1, _id: -1 } }, // the platform's orders that need attention
  ],
)

export const orderStore = (db: Database) => {
  const orders = db.tenant(orderCollection)
  // The platform's dashboard asks across workspaces.
  const allOrders = db.global(orderCollection)
  return {
    insert: (workspaceId: Id, order: NewOrder) => orders(workspaceId).insert(order),

    /** The newest pending orders of all workspaces. */
    listPending: (limit: number) =>
      allOrders().find({ status: 'pending' }, { sort: { createdAt: -1, id: -1 }, limit }),
  }
}
