import { searchKeys, searchWords } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { beginsWith, collection, recomputeField, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { listed, softDeletes } from '../lab-routes/soft-delete.store.ts'
import type { AnalysisFilter } from './analysis.contract.ts'
import type {
  AnalysisFields,
  AnalysisNames,
  AnalysisRecord,
  OrderableAnalysis,
  StoredAnalysis,
} from './analysis.types.ts'

export const analysisCollection = collection<AnalysisRecord>(
  'analyses',
  'Analysis',
  {
    testName: String,
    reportName: String,
    billName: String,
    price: Number,
    taxRateId: String,
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
  { onePer: 'analysis' },
)

export const analysisStore = (db: Database) => {
  const analyses = db.tenant(analysisCollection)
  return {
    list: (workspaceId: Id, { includeDeleted, search, ...query }: AnalysisFilter) =>
      analyses(workspaceId).page({
        filter: {
          ...listed(includeDeleted),
          ...(search && { $and: searchWords(search).map((word) => ({ searchKeys: beginsWith(word) })) }),
        },
        query,
      }),
    /** Returns the ranges of the analyses. */
    listRanges: (workspaceId: Id, ids: readonly Id[]) =>
      analyses(workspaceId).find({ id: trusted({ $in: ids }) }, { select: ['ranges'] }),
    /** Returns the analysis fields that a lab test copies, without the ranges, which can be large. */
    listOrderable: (workspaceId: Id, ids: readonly Id[]): Promise<OrderableAnalysis[]> =>
      analyses(workspaceId).find({ id: trusted({ $in: ids }) }, { select: orderable }),
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
    ...softDeletes(analyses),
  }
}

const orderable = ['testName', 'reportName', 'billName', 'price', 'taxRateId', 'unitId', 'deletedAt'] as const

const toSearchKeys = ({ testName, reportName, billName }: AnalysisNames) =>
  searchKeys(testName, reportName, billName)

export const foldAnalysisSearch = recomputeField(
  '2026-11-19-fold-analysis-search',
  analysisCollection,
  'searchKeys',
  ['testName', 'reportName', 'billName'],
  toSearchKeys,
)
