import { systemClock } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createLogger } from '@wp/telemetry'
import type { StorefrontWorkspace } from '../src/deps.ts'
import { orderNumberStore } from '../src/orders/order-number.store.ts'
import { prepareOrder } from '../src/orders/order.actions.ts'
import { orderStore } from '../src/orders/order.store.ts'
import { productStore } from '../src/products/product.store.ts'
import { shopSettingsStore } from '../src/shop-settings/shop-settings.store.ts'
import { heldStockStore } from '../src/stock/held-stock.store.ts'
import { stockReservationStore } from '../src/stock/stock-reservation.store.ts'

/**
 * Returns what orders need, on a database. Nothing is settled, as if the process had been killed after the
 * order.
 */
export const orderDeps = (db: Database, clock: Clock = systemClock) => ({
  db,
  clock,
  logger: createLogger({ service: 'test', level: 'silent' }),
  workspaces: {
    find: () => Promise.resolve({ subscriptionEndDate: null, taxRates: [] } as never as StorefrontWorkspace),
  } as never,
  products: productStore(db),
  heldStock: heldStockStore(db),
  stockReservations: stockReservationStore(db),
  stockSettlement: { add: () => undefined, close: () => Promise.resolve() },
  orders: orderStore(db),
  orderNumbers: orderNumberStore(db),
})

/** Reserves one unit of each product for an order with this key. */
export const prepareOne = async (
  deps: ReturnType<typeof orderDeps>,
  workspaceId: Id,
  key: string | null,
  productIds: readonly Id[],
) => {
  const store = await shopSettingsStore(deps.db).get(workspaceId)
  const customer = { name: 'Ann', email: 'ann@example.com', phone: null }
  const items = productIds.map((productId) => ({ productId, variantId: null, quantity: 1 }))
  return prepareOrder(deps, store, { customer, items, delivery: null, note: null }, { key })
}
