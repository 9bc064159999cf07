import type { Database } from '@wp/mongo'
import type { testSampleStore } from './test-samples/test-sample.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type LabsDeps = {
  db: Database
  testSamples: ReturnType<typeof testSampleStore>
}
