import type { Id } from '@wp/kernel'
import type { TenantDoc } from '@wp/mongo'
import type { Analysis } from './analysis.contract.ts'
import type { Range } from './range.contract.ts'

export type AnalysisNames = Pick<Analysis, 'testName' | 'reportName' | 'billName'>
export type AnalysisFields = AnalysisNames &
  Pick<Analysis, 'price' | 'unitId'> & {
    /** Missing in analyses from older versions. */
    taxRateId?: Id | null
  }

export type AnalysisRecord = AnalysisFields & {
  /** Sorted by creation time, oldest first. */
  ranges: Range[]
  searchKeys: string[]
  deletedAt: Date | null
}
/** The fields that a lab test copies. */
export type OrderableAnalysis = AnalysisFields & { id: Id; deletedAt: Date | null }
export type StoredAnalysis = TenantDoc<AnalysisRecord>
