import { withIsoTimes } from '@wp/kernel'
import type { StoredTestSample } from './test-sample.store.ts'

export const toTestSample = (stored: StoredTestSample) => withIsoTimes(stored)
