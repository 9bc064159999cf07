import { searchKeys, searchWords } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { beginsWith, collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { AnalysisFilter } from './analysis.contract.ts'
import type { AnalysisFields, AnalysisNames, AnalysisRecord, StoredAnalysis } from './analysis.types.ts'

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
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list including deactivated ones
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
    /** Updates an analysis that was read in the same transaction; a concurrent change makes the transaction retry. */
    change: (analysis: StoredAnalysis, changes: Partial<AnalysisFields & Pick<AnalysisRecord, 'ranges'>>) => {
      db.requireTransaction()
      return analyses(analysis.workspaceId).update(
        { id: analysis.id },
        { ...changes, searchKeys: toSearchKeys({ ...analysis, ...changes }) },
      )
    },
    /** Returns null when the analysis is already deactivated. */
    deactivateIf: (workspaceId: Id, id: Id, deletedAt: Date) =>
      analyses(workspaceId).updateIf({ id, deletedAt: null }, { deletedAt }),
    restore: (workspaceId: Id, id: Id) => analyses(workspaceId).update({ id }, { deletedAt: null }),
  }
}

const toSearchKeys = ({ testName, reportName, billName }: AnalysisNames) =>
  searchKeys(testName, reportName, billName)
