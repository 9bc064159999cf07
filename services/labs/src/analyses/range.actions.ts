import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { publishAnalysis } from './analysis.actions.ts'
import type { AnalysisDeps } from './analysis.actions.ts'
import { addRange, changeRange, findRange, removeRange } from './analysis.rules.ts'
import type { NewRange, Range, RangeChanges } from './range.contract.ts'

export const createRange = async (
  deps: AnalysisDeps,
  workspaceId: Id,
  analysisId: Id,
  range: NewRange,
): Promise<Range> => {
  const id = newId()
  const ranges = await changeRanges(deps, workspaceId, analysisId, (all) => addRange(all, id, range))
  return findRange(ranges, id)
}

export const updateRange = async (
  deps: AnalysisDeps,
  workspaceId: Id,
  analysisId: Id,
  rangeId: Id,
  changes: RangeChanges,
): Promise<Range> => {
  const ranges = await changeRanges(deps, workspaceId, analysisId, (all) =>
    changeRange(all, rangeId, changes),
  )
  return findRange(ranges, rangeId)
}

export const deleteRange = async (
  deps: AnalysisDeps,
  workspaceId: Id,
  analysisId: Id,
  rangeId: Id,
): Promise<void> => {
  await changeRanges(deps, workspaceId, analysisId, (all) => removeRange(all, rangeId))
}

const changeRanges = (
  deps: AnalysisDeps,
  workspaceId: Id,
  id: Id,
  change: (ranges: readonly Range[]) => Range[],
): Promise<Range[]> =>
  deps.db.transaction(async (tx) => {
    const analysis = await deps.analyses.get(workspaceId, id)
    const changed = await deps.analyses.change(analysis, { ranges: change(analysis.ranges) })
    return (await publishAnalysis(deps, tx, 'updated', changed)).ranges
  })
