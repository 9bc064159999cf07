import { withIsoTimes } from '@wp/kernel'
import type { Service } from './offered-service.contract.ts'
import type { StoredOfferedService } from './offered-service.store.ts'

export const toService = (stored: StoredOfferedService): Service => withIsoTimes(stored)
