import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { TestSample } from './test-sample.contract.ts'

export type TestSampleFields = Omit<TestSample, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'>
export type StoredTestSample = TenantDoc<TestSampleFields>

export const testSampleCollection = collection<TestSampleFields>(
  'test_samples',
  'Test sample',
  {
    code: String,
    name: String,
    nameAr: String,
    tube: String,
    tubeColor: String,
    volumeMl: Number,
    handling: String,
    handlingAr: String,
  },
  [
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, code: 1 }, unique: true }, // keeps repeated seeding from creating duplicates
  ],
  { onePer: 'standard sample and workspace' },
)

export const testSampleStore = (db: Database) => {
  const testSamples = db.tenant(testSampleCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => testSamples(workspaceId).page({ query }),

    /** Requires a transaction, so that either all samples are stored or none. */
    seed: async (workspaceId: Id, samples: readonly TestSampleFields[]): Promise<void> => {
      db.requireTransaction()
      for (const { code, ...fields } of samples) await testSamples(workspaceId).upsert({ code }, fields)
    },
  }
}
