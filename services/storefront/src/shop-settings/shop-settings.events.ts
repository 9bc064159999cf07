import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Store } from './shop-settings.contract.ts'
import type { StoredShopSettings } from './shop-settings.store.ts'
import { toStore } from './shop-settings.view.ts'

export const StoreChanged = defineEvent({
  type: 'wp.storefront.store.changed.v1',
  summary: 'A store was created or updated',
  data: z.object({ store: Store }),
})

export const publishStoreChanged = (tx: Tx, stored: StoredShopSettings): void =>
  tx.publish(StoreChanged, { workspaceId: stored.workspaceId, data: { store: toStore(stored) } })
