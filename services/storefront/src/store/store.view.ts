import { withIsoTimes } from '@wp/kernel'
import type { Store } from './store.contract.ts'
import type { StoredStore } from './store.store.ts'

export const toStore = (stored: StoredStore): Store => withIsoTimes(stored)
