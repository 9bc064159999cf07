import { invalid } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { LabsDeps } from '../deps.ts'
import type { Analysis, AnalysisChanges, NewAnalysis } from './analysis.contract.ts'
import { publishAnalysisChanged } from './analysis.events.ts'
import type { AnalysisVerb } from './analysis.events.ts'
import type { StoredAnalysis } from './analysis.types.ts'
import { toAnalysis } from './analysis.view.ts'

export type AnalysisDeps = Pick<LabsDeps, 'db' | 'analyses' | 'units'>

/** Returns analyses of a workspace with the titles of their units. */
export const showAnalyses = async (
  { units }: Pick<LabsDeps, 'units'>,
  workspaceId: Id,
  shown: readonly StoredAnalysis[],
): Promise<Analysis[]> => {
  const unitIds = [...new Set(shown.flatMap(({ unitId }) => unitId ?? []))]
  const titled = unitIds.length === 0 ? [] : await units.listByIds(workspaceId, unitIds)
  return shown.map((each) => toAnalysis(each, titled))
}

/** Publishes a change and returns the analysis. */
export const publishAnalysis = async (
  deps: Pick<LabsDeps, 'units'>,
  tx: Tx,
  verb: AnalysisVerb,
  stored: StoredAnalysis,
): Promise<Analysis> => {
  const [analysis] = await showAnalyses(deps, stored.workspaceId, [stored])
  publishAnalysisChanged(tx, verb, analysis!)
  return analysis!
}

export const createAnalysis = (
  deps: AnalysisDeps,
  workspaceId: Id,
  { testName, reportName = testName, billName = testName, ...rest }: NewAnalysis,
): Promise<Analysis> =>
  deps.db.transaction(async (tx) => {
    await checkUnit(deps, workspaceId, rest.unitId)
    const created = await deps.analyses.insert(workspaceId, { testName, reportName, billName, ...rest })
    return publishAnalysis(deps, tx, 'created', created)
  })

/** An analysis may keep a unit that was deactivated later, but cannot be changed to a deactivated unit. */
export const updateAnalysis = (
  deps: AnalysisDeps,
  workspaceId: Id,
  id: Id,
  changes: AnalysisChanges,
): Promise<Analysis> =>
  deps.db.transaction(async (tx) => {
    const analysis = await deps.analyses.get(workspaceId, id)
    if (changes.unitId !== analysis.unitId) await checkUnit(deps, workspaceId, changes.unitId ?? null)
    return publishAnalysis(deps, tx, 'updated', await deps.analyses.change(analysis, changes))
  })

export const deactivateAnalysis = (
  deps: AnalysisDeps & Pick<LabsDeps, 'clock'>,
  workspaceId: Id,
  id: Id,
): Promise<Analysis> =>
  changeIf(deps, 'deactivated', workspaceId, id, () =>
    deps.analyses.deactivateIf(workspaceId, id, deps.clock.now()),
  )

export const restoreAnalysis = (deps: AnalysisDeps, workspaceId: Id, id: Id): Promise<Analysis> =>
  changeIf(deps, 'restored', workspaceId, id, () => deps.analyses.restoreIf(workspaceId, id))

/** Publishes the change. If there is none, returns the analysis unchanged. */
const changeIf = (
  deps: AnalysisDeps,
  verb: AnalysisVerb,
  workspaceId: Id,
  id: Id,
  change: () => Promise<StoredAnalysis | null>,
): Promise<Analysis> =>
  deps.db.transaction(async (tx) => {
    const changed = await change()
    if (changed) return publishAnalysis(deps, tx, verb, changed)
    const [analysis] = await showAnalyses(deps, workspaceId, [await deps.analyses.get(workspaceId, id)])
    return analysis!
  })

/** Throws NOT_FOUND for an unknown unit and VALIDATION_FAILED for a deactivated one. */
const checkUnit = async ({ units }: AnalysisDeps, workspaceId: Id, unitId: Id | null): Promise<void> => {
  if (unitId === null) return
  const { deletedAt } = await units.get(workspaceId, unitId)
  if (deletedAt) throw invalid('unitId', 'must be an active unit')
}
