import type { Doc, Value } from '../bson/values.ts'
import { Int32, isDoc, isNumber, toInteger } from '../bson/values.ts'

/** A pipeline split into leading stages that the query planner can run, and the rest. */
export interface SplitPipeline {
  filter: Doc | undefined
  sort: Doc | undefined
  /** The number of documents to skip, as in a find: the skip applies before the limit. */
  skip: number | undefined
  limit: number | undefined
  /**
   * Set when the next stage only counts documents. That stage returns one document with the count in `field` (and
   * `id` as `_id` for `$group`), or none for a count of 0. It is not part of the rest.
   */
  count: { field: string; id: Value | undefined } | undefined
  rest: Value[]
}

/**
 * Splits off the leading `$match`, `$sort`, `$skip` and `$limit` stages and a stage that only counts. Malformed
 * stages stay in the rest, where the compiler reports them.
 */
export function splitPipeline(stages: readonly Value[]): SplitPipeline {
  const split: SplitPipeline = {
    filter: undefined,
    sort: undefined,
    skip: undefined,
    limit: undefined,
    count: undefined,
    rest: [],
  }
  let at = 0
  while (at < stages.length && absorb(split, stages[at]!)) at += 1
  split.count = stages.length > at ? countOf(stages[at]!) : undefined
  split.rest = stages.slice(split.count ? at + 1 : at)
  return split
}

/** Moves a stage into the query. Returns false when the query cannot express it. */
function absorb(split: SplitPipeline, stage: Value): boolean {
  if (!isDoc(stage) || stage.size !== 1) return false
  const [name, spec] = stage.entries().next().value!
  const isCut = split.skip !== undefined || split.limit !== undefined
  const whole = toInteger(spec)
  if (name === '$match' && isDoc(spec) && !isCut) {
    split.filter = split.filter ? new Map([['$and', [split.filter, spec]]]) : spec
  } else if (name === '$sort' && isDoc(spec) && spec.size > 0 && !split.sort && !isCut) split.sort = spec
  else if (name === '$skip' && whole !== undefined && whole >= 0 && !isCut) split.skip = whole
  else if (name === '$limit' && whole !== undefined && whole > 0 && split.limit === undefined)
    split.limit = whole
  else return false
  return true
}

/** Only an int counts, because `$sum` of a long or double returns that type. */
const isOne = (value: Value | undefined): boolean => value instanceof Int32 && value.value === 1

function countOf(stage: Value): SplitPipeline['count'] {
  if (!isDoc(stage) || stage.size !== 1) return undefined
  const [name, spec] = stage.entries().next().value!
  if (name === '$count' && typeof spec === 'string' && /^[^$.][^.]*$/.test(spec))
    return { field: spec, id: undefined }
  if (name !== '$group' || !isDoc(spec) || spec.size !== 2) return undefined
  const id = spec.get('_id')
  const [field, sum] = [...spec].find(([key]) => key !== '_id')!
  const isConstant = id === null || isNumber(id)
  const isCount = isDoc(sum) && sum.size === 1 && isOne(sum.get('$sum')) && !/[$.]/.test(field)
  return isConstant && isCount ? { field, id } : undefined
}
