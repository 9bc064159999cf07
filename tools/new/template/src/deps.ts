import type { Database } from '@wp/mongo'
import type { sampleRecordStore } from './sample-records/sample-record.store.ts'

/** Dependencies of handlers, actions, consumers and jobs. Each of them picks the ones that it needs. */
export type SampleServiceDeps = {
  db: Database
  sampleRecords: ReturnType<typeof sampleRecordStore>
}
