import { invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import type { AnalysisChanges, NewAnalysis } from './analysis.contract.ts'
import { publishAnalysisChanged } from './analysis.events.ts'
import type { StoredAnalysis } from './analysis.types.ts'

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

/** An analysis may keep a unit that was deactivated later, but cannot be changed to a deactivated unit. */
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

export const deactivateAnalysis = (
  deps: Pick<LabsDeps, 'db' | 'analyses' | 'clock'>,
  workspaceId: Id,
  id: Id,
): Promise<StoredAnalysis> =>
  changeIf(deps, workspaceId, id, () => deps.analyses.deactivateIf(workspaceId, id, deps.clock.now()))

export const restoreAnalysis = (
  deps: Pick<AnalysisDeps, 'db' | 'analyses'>,
  workspaceId: Id,
  id: Id,
): Promise<StoredAnalysis> => changeIf(deps, workspaceId, id, () => deps.analyses.restoreIf(workspaceId, id))

/** Publishes the change. If there is none, returns the analysis unchanged. */
const changeIf = (
  { db, analyses }: Pick<AnalysisDeps, 'db' | 'analyses'>,
  workspaceId: Id,
  id: Id,
  change: () => Promise<StoredAnalysis | null>,
): Promise<StoredAnalysis> =>
  db.transaction(async (tx) => {
    const changed = await change()
    if (!changed) return analyses.get(workspaceId, id)
    publishAnalysisChanged(tx, changed)
    return changed
  })

/** Throws NOT_FOUND for an unknown unit and VALIDATION_FAILED for a deactivated one. */
const checkUnit = async ({ units }: AnalysisDeps, workspaceId: Id, unitId: Id | null): Promise<void> => {
  if (unitId === null) return
  const { deletedAt } = await units.get(workspaceId, unitId)
  if (deletedAt) throw invalid('unitId', 'must be an active unit')
}
