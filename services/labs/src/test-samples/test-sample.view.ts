import { withIsoTimes } from '@wp/kernel'
import type { TestSample } from './test-sample.contract.ts'
import type { StoredTestSample } from './test-sample.store.ts'

/** Samples stored by old versions have no tube data until they are seeded again. */
export const toTestSample = (stored: StoredTestSample): TestSample => ({
  ...missingFields,
  ...withIsoTimes(stored),
})

const missingFields = { tube: null, tubeColor: null, volumeMl: null, handling: null, handlingAr: null }
