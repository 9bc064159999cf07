import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { NewSampleRecord, SampleRecordChanges } from './sample-record.contract.ts'

export type StoredSampleRecord = TenantDoc<NewSampleRecord>

export const sampleRecordCollection = collection<NewSampleRecord>(
  'sample_records',
  'Sample record',
  { name: String },
  [{ keys: { workspaceId: 1, createdAt: -1, _id: -1 } }], // Used by `list`.
  { onePer: 'sample record' },
)

export const sampleRecordStore = (db: Database) => {
  const sampleRecords = db.tenant(sampleRecordCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => sampleRecords(workspaceId).page({ filter: {}, query }),
    get: (workspaceId: Id, id: Id) => sampleRecords(workspaceId).get({ id }),
    insert: (workspaceId: Id, record: NewSampleRecord) => sampleRecords(workspaceId).insert(record),
    update: (workspaceId: Id, id: Id, changes: SampleRecordChanges) =>
      sampleRecords(workspaceId).update({ id }, changes),
    remove: (workspaceId: Id, id: Id) => sampleRecords(workspaceId).remove({ id }),
  }
}
