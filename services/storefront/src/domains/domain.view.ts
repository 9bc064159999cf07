import { withIsoTimes } from '@wp/kernel'
import type { Domain } from './domain.contract.ts'
import type { StoredDomain } from './domain.store.ts'

export const toDomain = (stored: StoredDomain): Domain => withIsoTimes(stored)
