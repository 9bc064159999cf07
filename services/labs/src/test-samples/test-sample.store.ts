import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'

type TestSampleRecord = { code: string; name: string; nameAr: string }
export type StoredTestSample = TenantDoc<TestSampleRecord>

export const testSampleCollection = collection<TestSampleRecord>(
  'test_samples',
  'Test sample',
  { code: String, name: String, nameAr: String },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, code: 1 }, unique: true }, // seeding twice makes nothing twice
  ],
)

export const testSampleStore = (db: Database) => {
  const testSamples = db.tenant(testSampleCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => testSamples(workspaceId).page({ query }),

    /** All samples or none: part of a transaction. */
    seed: async (workspaceId: Id, samples: readonly TestSampleRecord[]): Promise<void> => {
      db.requireTransaction()
      for (const { code, ...names } of samples) await testSamples(workspaceId).upsert({ code }, names)
    },
  }
}
