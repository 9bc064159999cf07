import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Design } from './design-result.contract.ts'

type DesignResultRecord = Design & {
  testId: number
  deletedAt: Date | null
  /** Changes whenever the design is stored; missing in older records. */
  revision?: Id
}
export type StoredDesignResult = TenantDoc<DesignResultRecord>

export const designResultCollection = collection<DesignResultRecord>(
  'design_results',
  'Design result',
  {
    testId: Number,
    sections: [Object],
    commentRules: [Object],
    calculationsRules: [Object],
    deletedAt: Date,
    revision: String,
  },
  [{ keys: { workspaceId: 1, testId: 1 }, unique: true }], // one design per test number
  { onePer: 'design result' },
)

export const designResultStore = (db: Database) => {
  const designResults = db.tenant(designResultCollection)
  return {
    find: (workspaceId: Id, testId: number) => designResults(workspaceId).findOne({ testId }),
    get: (workspaceId: Id, testId: number) => designResults(workspaceId).get({ testId }),
    findRevision: async (workspaceId: Id, testId: number): Promise<string | null> => {
      const stored = await designResults(workspaceId).findOne(
        { testId },
        { select: ['revision', 'updatedAt'] },
      )
      return stored && revisionOf(stored)
    },
    /** Throws CONFLICT when the test number already has a design. */
    insert: (workspaceId: Id, testId: number, design: Design) =>
      designResults(workspaceId).insert({ testId, ...design, deletedAt: null, revision: newId() }),
    put: (workspaceId: Id, testId: number, design: Design) =>
      designResults(workspaceId).upsert({ testId }, { ...design, deletedAt: null, revision: newId() }),
  }
}

export const revisionOf = ({
  revision,
  updatedAt,
}: Pick<StoredDesignResult, 'revision' | 'updatedAt'>): string => revision ?? updatedAt.toISOString()
