import { withIsoTimes } from '@wp/kernel'
import type { Service } from './offered-service.contract.ts'
import type { StoredOfferedService } from './offered-service.store.ts'

export const toService = (stored: StoredOfferedService): Service => ({
  ...withIsoTimes(stored),
  taxRateId: stored.taxRateId ?? null,
  bufferBeforeMinutes: stored.bufferBeforeMinutes ?? 0,
  bufferAfterMinutes: stored.bufferAfterMinutes ?? 0,
  externalId: stored.externalId ?? null,
})
