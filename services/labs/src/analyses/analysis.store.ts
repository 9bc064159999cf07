import { searchKeys, searchWords } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { beginsWith, collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Analysis, AnalysisFilter } from './analysis.contract.ts'
import type { Range } from './range.contract.ts'

type Names = Pick<Analysis, 'testName' | 'reportName' | 'billName'>
export type AnalysisFields = Names & Pick<Analysis, 'price' | 'unitId'>

type AnalysisRecord = AnalysisFields & {
  /** The oldest first. */
  ranges: Range[]
  searchKeys: string[]
  deletedAt: Date | null
}
export type StoredAnalysis = TenantDoc<AnalysisRecord>

export const analysisCollection = collection<AnalysisRecord>(
  'analyses',
  'Analysis',
  {
    testName: String,
    reportName: String,
    billName: String,
    price: Number,
    unitId: String,
    ranges: [Object],
    searchKeys: [String],
    deletedAt: Date,
  },
  [
    { keys: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list with deleted ones
    { keys: { workspaceId: 1, searchKeys: 1 } }, // search
  ],
)

export const analysisStore = (db: Database) => {
  const analyses = db.tenant(analysisCollection)
  return {
    list: (workspaceId: Id, { includeDeleted, search, ...query }: AnalysisFilter) =>
      analyses(workspaceId).page({
        filter: {
          ...(!includeDeleted && { deletedAt: null }),
          ...(search && { $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })) }),
        },
        query,
      }),
    listByIds: (workspaceId: Id, ids: readonly Id[]) =>
      analyses(workspaceId).find({ id: trusted({ $in: ids }) }),
    get: (workspaceId: Id, id: Id) => analyses(workspaceId).get({ id }),
    insert: (workspaceId: Id, analysis: AnalysisFields) =>
      analyses(workspaceId).insert({
        ...analysis,
        ranges: [],
        searchKeys: toSearchKeys(analysis),
        deletedAt: null,
      }),
    /** After a look at it: part of a transaction, which runs again when the analysis changes meanwhile. */
    change: (analysis: StoredAnalysis, changes: Partial<AnalysisFields & Pick<AnalysisRecord, 'ranges'>>) => {
      db.requireTransaction()
      return analyses(analysis.workspaceId).update(
        { id: analysis.id },
        { ...changes, searchKeys: toSearchKeys({ ...analysis, ...changes }) },
      )
    },
    /** Null when it is deactivated already. */
    deactivateIf: (workspaceId: Id, id: Id, deletedAt: Date) =>
      analyses(workspaceId).updateIf({ id, deletedAt: null }, { deletedAt }),
    restore: (workspaceId: Id, id: Id) => analyses(workspaceId).update({ id }, { deletedAt: null }),
  }
}

const toSearchKeys = ({ testName, reportName, billName }: Names) => searchKeys(testName, reportName, billName)
