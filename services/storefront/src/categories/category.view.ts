import { withIsoTimes } from '@wp/kernel'
import type { Category } from './category.contract.ts'
import type { StoredCategory } from './category.store.ts'

export const toCategory = (stored: StoredCategory): Category => withIsoTimes(stored)
