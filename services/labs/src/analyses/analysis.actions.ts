import { invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import type { AnalysisChanges, NewAnalysis } from './analysis.contract.ts'
import { publishAnalysisChanged } from './analysis.events.ts'
import type { StoredAnalysis } from './analysis.store.ts'
import type { Range } from './range.contract.ts'

type AnalysisDeps = Pick<LabsDeps, 'db' | 'analyses' | 'units'>

export const createAnalysis = (
  deps: AnalysisDeps,
  workspaceId: Id,
  { testName, reportName = testName, billName = testName, ...rest }: NewAnalysis,
): Promise<StoredAnalysis> =>
  deps.db.transaction(async (tx) => {
    await checkUnit(deps, workspaceId, rest.unitId)
    const created = await deps.analyses.insert(workspaceId, { testName, reportName, billName, ...rest })
    publishAnalysisChanged(tx, created)
    return created
  })

/** A unit that was deactivated since may stay; it cannot be chosen anew. */
export const updateAnalysis = (
  deps: AnalysisDeps,
  workspaceId: Id,
  id: Id,
  changes: AnalysisChanges,
): Promise<StoredAnalysis> =>
  deps.db.transaction(async (tx) => {
    const analysis = await deps.analyses.get(workspaceId, id)
    if (changes.unitId !== analysis.unitId) await checkUnit(deps, workspaceId, changes.unitId ?? null)
    const changed = await deps.analyses.change(analysis, changes)
    publishAnalysisChanged(tx, changed)
    return changed
  })

export const changeRanges = (
  { db, analyses }: Pick<AnalysisDeps, 'db' | 'analyses'>,
  workspaceId: Id,
  id: Id,
  change: (ranges: readonly Range[]) => Range[],
): Promise<StoredAnalysis> =>
  db.transaction(async (tx) => {
    const analysis = await analyses.get(workspaceId, id)
    const changed = await analyses.change(analysis, { ranges: change(analysis.ranges) })
    publishAnalysisChanged(tx, changed)
    return changed
  })

/** NOT_FOUND for a unit that the workspace does not have, VALIDATION_FAILED for a deactivated one. */
const checkUnit = async ({ units }: AnalysisDeps, workspaceId: Id, unitId: Id | null): Promise<void> => {
  if (unitId === null) return
  const { deletedAt } = await units.get(workspaceId, unitId)
  if (deletedAt) throw invalid('unitId', 'names a unit that is deactivated: activate it or choose another')
}
