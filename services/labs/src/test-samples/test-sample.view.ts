import { withIsoTimes } from '@wp/kernel'
import type { TestSample } from './test-sample.contract.ts'
import type { StoredTestSample } from './test-sample.store.ts'

/** Samples from before they told of their tube have none of it until they are seeded again. */
export const toTestSample = (stored: StoredTestSample): TestSample => ({ ...untold, ...withIsoTimes(stored) })

const untold = { tube: null, tubeColor: null, volumeMl: null, handling: null, handlingAr: null }
