import { equal } from '../bson/compare.ts'
import { type Bounds, encodeField, isWithinLimit, scanBounds } from '../bson/keys.ts'
import { type Doc, type Value, isDoc, isNumber, toNumber } from '../bson/values.ts'
import { fail } from '../errors.ts'
import type { CollectionInfo } from '../storage/catalogue.ts'
import type { IndexInfo } from '../storage/index-spec.ts'
import { partRange, wholeRange } from '../storage/layout.ts'
import { TRIED, choosePlan, withoutInferior } from './choose-plan.ts'
import type { IndexPlan, Plan, PlanRequest } from './plan.ts'
import { getCachedIndexes, cacheIndexes, shapeOf } from './plan-cache.ts'
import {
  type FilterConditions,
  type Predicate,
  boundsOf,
  conditionsOf,
  implies,
  impliesExists,
  isExact,
  isPlainFilter,
  isPoint,
} from '../query/predicates.ts'

const MAX_POINTS = 1000

/** Chooses a plan. Fails with BadValue when a hint does not name an index. */
export function planQuery(request: PlanRequest): Plan {
  const { collection, filter, sort, hint } = request
  const natural = sort?.get('$natural') ?? (isDoc(hint) ? hint.get('$natural') : undefined)
  if (natural !== undefined) {
    return {
      kind: 'collection',
      isReverse: isNumber(natural) && toNumber(natural) < 0,
      sorts: sort?.has('$natural') ?? false,
    }
  }
  const conditions = conditionsOf(filter)
  if (hint !== undefined) return indexPlan(hintedIndex(collection, hint), conditions, filter, sort)
  const shape = shapeOf(conditions, sort)
  const cached = getCachedIndexes(collection, shape)
  if (cached?.every((index) => request.canUse(index)))
    return choosePlan(
      cached.flatMap((index) => indexPlans(index, conditions, filter, sort)),
      request,
    )!
  const usable = collection.indexes.filter(
    (index) => index.isReady && !index.isHidden && request.canUse(index) && covers(index, conditions),
  )
  const candidates = withoutInferior(
    usable
      .flatMap((index) => indexPlans(index, conditions, filter, sort))
      .filter((plan) => plan.bound > 0 || (plan.sorts && sort !== undefined && sort.size > 0)),
  )
  const best = choosePlan(candidates, request)
  if (best !== undefined && best.bound > 0) {
    if (collection.indexes.every((index) => request.canUse(index)))
      cacheIndexes(collection, shape, [...new Set(candidates.map(({ index }) => index))])
    return best
  }
  if (best?.sorts && request.entriesForLimit(best, TRIED) < TRIED) return best
  for (const branches of conditions.ors) {
    const plans = unionOf(branches, request)
    if (plans !== undefined) return { kind: 'union', plans, sorts: false }
  }
  return best ?? { kind: 'collection', isReverse: false, sorts: false }
}

function hintedIndex(collection: CollectionInfo, hint: Value): IndexInfo {
  const index = collection.indexes.find(
    ({ name, key, isReady, isHidden }) =>
      isReady &&
      !isHidden &&
      (typeof hint === 'string' ? name === hint : isDoc(hint) && isKeyPattern(key, hint)),
  )
  if (index === undefined)
    fail('BadValue', 'error processing query: hint provided does not correspond to an existing index')
  return index
}

const isKeyPattern = (key: Doc, hint: Doc): boolean =>
  key.size === hint.size &&
  [...key.keys()].join('\0') === [...hint.keys()].join('\0') &&
  [...key].every(([path, value]) => equal(value, hint.get(path)))

function unionOf(branches: readonly Doc[], request: PlanRequest): IndexPlan[] | undefined {
  const plans: IndexPlan[] = []
  for (const filter of branches) {
    const plan = planQuery({ ...request, filter, sort: undefined, hint: undefined })
    if (plan.kind === 'collection') return undefined
    plans.push(...(plan.kind === 'union' ? plan.plans : [plan]))
  }
  return plans
}

/**
 * Returns whether an index contains every document that the filter can match (sparse and partial indexes omit some).
 */
function covers(index: IndexInfo, conditions: FilterConditions): boolean {
  if (
    index.isSparse &&
    !index.paths.some((path) => conditions.paths.get(path)?.some((item) => impliesExists(item)))
  ) {
    return false
  }
  return index.partial === undefined || impliesFilter(conditions, index.partial.filter)
}

function impliesFilter(conditions: FilterConditions, filter: Doc): boolean {
  const wanted = conditionsOf(filter)
  if (!wanted.isComplete) return false
  if (wanted.ors.some((branches) => !branches.some((branch) => impliesFilter(conditions, branch))))
    return false
  for (const [path, predicates] of wanted.paths) {
    for (const predicate of predicates) if (!impliesPredicate(conditions, path, predicate)) return false
  }
  return true
}

/** Returns whether one of the conditions implies a predicate, or every branch of one of the `$or` lists does. */
const impliesPredicate = ({ paths, ors }: FilterConditions, path: string, predicate: Predicate): boolean =>
  (paths.get(path) ?? []).some((item) => implies(item, predicate)) ||
  ors.some((branches) => branches.every((branch) => impliesPredicate(conditionsOf(branch), path, predicate)))

/**
 * Returns the plans of an index. An index of an array can use only one of several conditions on a field, for example
 * one word of a search, so it has a plan for each.
 */
function indexPlans(
  index: IndexInfo,
  conditions: FilterConditions,
  filter: Doc,
  sort: Doc | undefined,
): IndexPlan[] {
  const alternatives = index.isMultikey
    ? index.paths.flatMap((path) => {
        const predicates = conditions.paths.get(path) ?? []
        return predicates.length > 1 ? predicates : []
      })
    : []
  if (alternatives.length === 0) return [indexPlan(index, conditions, filter, sort)]
  return alternatives.map((preferred) => indexPlan(index, conditions, filter, sort, preferred))
}

/** Returns the index ranges for a filter, and whether the index provides the requested order. */
function indexPlan(
  index: IndexInfo,
  conditions: FilterConditions,
  filter: Doc,
  sort: Doc | undefined,
  preferred?: Predicate,
): IndexPlan {
  let prefixes: Buffer[] = [Buffer.alloc(0)]
  let ranges: Bounds[] | undefined
  let points = 0
  let bound = 0
  let isWhole = true
  const used = new Map<string, Predicate[]>()
  const roots = new Set<string>()
  for (const [at, path] of index.paths.entries()) {
    const predicates = conditions.paths.get(path)
    const root = path.split('.')[0]!
    // Different array elements can match two fields, but one index entry represents a single element.
    if (predicates === undefined || (index.isMultikey && roots.has(root))) break
    roots.add(root)
    const direction = index.directions[at]!
    const chosen = chooseBounds(predicates, direction, index.isMultikey, preferred)
    if (chosen === undefined) break
    used.set(path, chosen.predicates)
    bound++
    isWhole &&= prefixes.every((prefix) => chosen.bounds.every((bounds) => isWithinLimit(prefix, bounds)))
    ranges = distinct(prefixes.flatMap((prefix) => chosen.bounds.map((bounds) => scanBounds(prefix, bounds))))
    const values = chosen.values
    if (values === undefined || prefixes.length * values.length > MAX_POINTS) break
    prefixes = prefixes.flatMap((prefix) =>
      values.map((value) => Buffer.concat([prefix, encodeField(value, direction)])),
    )
    points++
  }
  const { sorts, isReverse } = orderOf(index, sort, points, prefixes.length)
  return {
    kind: 'index',
    index,
    ranges: ranges?.map(({ low, high }) => partRange(index.id, low, high)) ?? [wholeRange(index.id)],
    isReverse,
    sorts,
    points,
    bound,
    isExact:
      isWhole &&
      !index.isMultikey &&
      !index.hasTruncatedKeys &&
      isPlainFilter(filter) &&
      usesAll(conditions, used),
    used,
  }
}

/** Returns whether the ranges fully express every condition. */
const usesAll = (
  { paths, ors, isComplete }: FilterConditions,
  used: ReadonlyMap<string, Predicate[]>,
): boolean =>
  isComplete &&
  ors.length === 0 &&
  [...paths].every(
    ([path, predicates]) =>
      used.get(path)?.length === predicates.length && predicates.every((item) => isExact(item)),
  )

function chooseBounds(
  predicates: readonly Predicate[],
  direction: 1 | -1,
  isMultikey: boolean,
  preferred: Predicate | undefined,
): { bounds: Bounds[]; values: Value[] | undefined; predicates: Predicate[] } | undefined {
  const bounded = predicates
    .map((predicate) => ({ predicate, bounds: boundsOf(predicate, direction) }))
    .filter((item): item is { predicate: Predicate; bounds: Bounds[] } => item.bounds !== undefined)
  const first =
    bounded.find(({ predicate }) => predicate === preferred) ??
    bounded.find(({ predicate }) => isPoint(predicate)) ??
    bounded.find(({ predicate }) => predicate.operator !== '$exists') ??
    bounded[0]
  if (first === undefined) return undefined
  if (isPoint(first.predicate)) {
    const { operator, value } = first.predicate
    return {
      bounds: first.bounds,
      values: operator === '$in' ? (value as Value[]) : [value],
      predicates: [first.predicate],
    }
  }
  // Different array elements can match the lower and the upper bound, so only one bound is used.
  if (isMultikey) return { bounds: first.bounds, values: undefined, predicates: [first.predicate] }
  let bounds = first.bounds
  for (const other of bounded) if (other !== first) bounds = intersect(bounds, other.bounds)
  return { bounds, values: undefined, predicates: bounded.map(({ predicate }) => predicate) }
}

function intersect(a: readonly Bounds[], b: readonly Bounds[]): Bounds[] {
  const result: Bounds[] = []
  for (const first of a) {
    for (const second of b) {
      const low = Buffer.compare(first.low, second.low) > 0 ? first.low : second.low
      const high = Buffer.compare(first.high, second.high) < 0 ? first.high : second.high
      if (Buffer.compare(low, high) < 0) result.push({ low, high })
    }
  }
  return result
}

/** Sorts ranges and merges overlaps, so that no entry is read twice. */
function distinct(bounds: Bounds[]): Bounds[] {
  bounds.sort((a, b) => Buffer.compare(a.low, b.low))
  const result: Bounds[] = []
  for (const item of bounds) {
    const last = result.at(-1)
    if (last !== undefined && Buffer.compare(item.low, last.high) < 0) {
      if (Buffer.compare(item.high, last.high) > 0)
        result[result.length - 1] = { low: last.low, high: item.high }
    } else result.push(item)
  }
  return result
}

function orderOf(
  index: IndexInfo,
  sort: Doc | undefined,
  points: number,
  prefixCount: number,
): { sorts: boolean; isReverse: boolean } {
  const none = { sorts: false, isReverse: false }
  if (sort === undefined || sort.size === 0) return { sorts: true, isReverse: false }
  if (index.isMultikey || index.hasTruncatedKeys || prefixCount !== 1) return none
  const fixed = new Set(index.paths.slice(0, points))
  let at = points
  let isReverse: boolean | undefined
  for (const [path, wanted] of sort) {
    if (!isNumber(wanted)) return none
    if (fixed.has(path)) continue
    while (at < index.paths.length && fixed.has(index.paths[at]!)) at++
    if (index.paths[at] !== path) return none
    const turned = Math.sign(toNumber(wanted)) !== index.directions[at]
    if (isReverse !== undefined && isReverse !== turned) return none
    isReverse = turned
    at++
  }
  return { sorts: true, isReverse: isReverse ?? false }
}
