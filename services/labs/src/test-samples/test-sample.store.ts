import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

type TestSampleRecord = { code: string; name: string; nameAr: string }

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
  const own = db.tenant(testSampleCollection)
  return {
    list: (workspaceId: Id, query: PageQuery) => own(workspaceId).page({ query }),

    /** To be called inside a transaction: all samples or none. */
    seed: async (workspaceId: Id, samples: readonly TestSampleRecord[]): Promise<void> => {
      for (const { code, ...names } of samples) await own(workspaceId).upsert({ code }, names)
    },
  }
}
