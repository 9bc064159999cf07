import { withIsoTimes } from '@wp/kernel'
import { appearanceFor } from './shop-settings.rules.ts'
import type { Store } from './shop-settings.contract.ts'
import type { StoredShopSettings } from './shop-settings.store.ts'

export const toStore = (stored: StoredShopSettings): Store => ({
  ...withIsoTimes(stored),
  orderExpiryMinutes: stored.orderExpiryMinutes ?? null,
  maxQuantityPerOrder: stored.maxQuantityPerOrder ?? null,
  ...appearanceFor(stored, {}),
})
