import type { Job } from '@wp/runtime'
import type { StorefrontDeps } from '../deps.ts'
import { expireOrders } from '../orders/order.actions.ts'

/** Cancels pending orders that have expired and returns their stock. */
export const expireOrdersJob = (
  deps: Pick<StorefrontDeps, 'db' | 'clock' | 'orders' | 'heldStock'>,
): Job => ({
  name: 'expire-orders',
  everyMs: 10_000,
  run: (context) => expireOrders(deps, context),
})
