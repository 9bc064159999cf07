import { defineEvent } from '@wp/bus'
import { z } from 'zod'
import { Store } from './store/store.contract.ts'

export const StoreChanged = defineEvent({
  type: 'wp.storefront.store.changed.v1',
  summary: 'A store was opened or changed',
  data: z.object({ store: Store }),
})
