import { withIsoTimes } from '@wp/kernel'
import type { Service } from './service.contract.ts'
import type { StoredService } from './service.store.ts'

export const toService = (stored: StoredService): Service => withIsoTimes(stored)
