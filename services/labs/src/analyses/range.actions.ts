import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { LabsDeps } from '../deps.ts'
import { publishAnalysisChanged } from './analysis.events.ts'
import { addRange, changeRange, findRange, removeRange } from './analysis.rules.ts'
import type { NewRange, Range, RangeChanges } from './range.contract.ts'

export type RangeDeps = Pick<LabsDeps, 'db' | 'analyses'>

export const createRange = async (
  deps: RangeDeps,
  workspaceId: Id,
  analysisId: Id,
  range: NewRange,
): Promise<Range> => {
  const id = newId()
  const ranges = await changeRanges(deps, workspaceId, analysisId, (all) => addRange(all, id, range))
  return findRange(ranges, id)
}

export const updateRange = async (
  deps: RangeDeps,
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
  deps: RangeDeps,
  workspaceId: Id,
  analysisId: Id,
  rangeId: Id,
): Promise<void> => {
  await changeRanges(deps, workspaceId, analysisId, (all) => removeRange(all, rangeId))
}

const changeRanges = (
  { db, analyses }: RangeDeps,
  workspaceId: Id,
  id: Id,
  change: (ranges: readonly Range[]) => Range[],
): Promise<Range[]> =>
  db.transaction(async (tx) => {
    const analysis = await analyses.get(workspaceId, id)
    const changed = await analyses.change(analysis, { ranges: change(analysis.ranges) })
    publishAnalysisChanged(tx, changed)
    return changed.ranges
  })
