import { withIsoTimes } from '@wp/kernel'
import type { DesignResult } from './design-result.contract.ts'
import type { StoredDesignResult } from './design-result.store.ts'

export const toDesignResult = (stored: StoredDesignResult): DesignResult => withIsoTimes(stored)
