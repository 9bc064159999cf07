import { defineEvent } from '@wp/bus'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Store } from './store.contract.ts'
import type { StoredStore } from './store.store.ts'
import { toStore } from './store.view.ts'

export const StoreChanged = defineEvent({
  type: 'wp.storefront.store.changed.v1',
  summary: 'A store was opened or changed',
  data: z.object({ store: Store }),
})

export const publishStoreChanged = (tx: Tx, stored: StoredStore): void =>
  tx.publish(StoreChanged, { workspaceId: stored.workspaceId, data: { store: toStore(stored) } })
