import type { Database } from '@wp/mongo'
import type { sampleRecordStore } from './sample-records/sample-record.store.ts'

/** What handlers, actions, consumers and jobs are given; each names what it needs of it. */
export type SampleServiceDeps = {
  db: Database
  sampleRecords: ReturnType<typeof sampleRecordStore>
}
