import type { Database } from '@wp/mongo'
import type { sampleRecordStore } from './sample-records/sample-record.store.ts'

/** Dependencies of handlers, actions, consumers and jobs; each picks what it needs. */
export type SampleServiceDeps = {
  db: Database
  sampleRecords: ReturnType<typeof sampleRecordStore>
}
