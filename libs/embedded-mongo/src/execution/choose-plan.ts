import type { IndexPlan, PlanRequest } from './plan.ts'

/** The number of index entries from which plans count as equally long. */
const MEASURE_CAP = 101
/** The number of entries of a sorted plan that are tried. */
export const TRIED = 500

/** Returns the plan that reads the fewest entries. */
export function choosePlan(
  candidates: IndexPlan[],
  { sort, measure, entriesForLimit }: PlanRequest,
): IndexPlan | undefined {
  if (candidates.length < 2) return candidates[0]
  const ranked = candidates.map((plan) => ({
    plan,
    entries: plan.bound > 0 ? measure(plan, MEASURE_CAP) : Infinity,
  }))
  ranked.sort((a, b) => (a.entries === b.entries ? scoreOf(b.plan) - scoreOf(a.plan) : a.entries - b.entries))
  const best = ranked[0]!
  const isLong = best.entries >= MEASURE_CAP && sort !== undefined && sort.size > 0
  if (!isLong || (best.plan.sorts && best.plan.isExact)) return best.plan
  // All plans are long, so one that is sorted and can stop early is better than one that reads all its entries.
  let shortest = best.plan
  let fewest = shortest.sorts || shortest.bound === 0 ? TRIED : measure(shortest, TRIED)
  for (const { plan } of ranked) {
    const entries = plan.sorts ? entriesForLimit(plan, fewest) : Number.POSITIVE_INFINITY
    if (entries < fewest) [shortest, fewest] = [plan, entries]
  }
  return shortest
}

const scoreOf = ({ points, bound, sorts }: IndexPlan): number => points * 4 + bound * 2 + (sorts ? 1 : 0)

/**
 * Removes plans that cannot beat another plan because that plan reads no more entries and scores at least as
 * high.
 */
export function withoutInferior(plans: readonly IndexPlan[]): IndexPlan[] {
  const byId = plans.find((plan) => plan.index.name === '_id_' && plan.points === 1)
  const pinned = byId ?? plans.find((plan) => plan.index.isUnique && plan.points === plan.index.paths.length)
  if (pinned !== undefined) return [pinned]
  return plans.filter(
    (plan, at) =>
      !plans.some(
        (other, place) =>
          other !== plan &&
          (other.sorts || !plan.sorts) &&
          readsNoMore(other, plan) &&
          (scoreOf(other) > scoreOf(plan) || (scoreOf(other) === scoreOf(plan) && place < at)),
      ),
  )
}

/** Returns whether the first plan is known to read no more entries than the second. */
function readsNoMore(first: IndexPlan, second: IndexPlan): boolean {
  if (first.index.isMultikey || first.index.hasTruncatedKeys) return false
  if (second.index.isSparse || second.index.partial !== undefined) return false
  for (const [path, predicates] of second.used) {
    const narrower = first.used.get(path)
    if (narrower === undefined || !predicates.every((item) => narrower.includes(item))) return false
  }
  return true
}
