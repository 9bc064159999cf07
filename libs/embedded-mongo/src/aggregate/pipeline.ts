import type { Doc, Value } from '../bson/values.ts'
import { Int32, Long, isDoc, toInteger } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { compileMatch } from '../query/match.ts'
import { MemoryLimit } from '../limits/memory-limit.ts'
import { compileSort } from '../fields/sort.ts'
import { compileDocumentStage, compileUnset, stageOf } from '../expressions/document-stages.ts'
import { compileFieldPath } from '../expressions/field-path.ts'
import type { Stage } from './group-stage.ts'
import { compileBucket, compileGroup } from './group-stage.ts'
import type { Vars } from '../expressions/operator.ts'
import { namedFields } from '../expressions/operator.ts'

/** Values that a pipeline gets from its command. */
export interface PipelineEnvironment {
  now: Date
  /** The variables defined in `let`. */
  variables?: Vars
  /** The memory limit per stage. Defaults to MongoDB's limit. */
  memoryBytes?: number
}

type StageCompiler = (spec: Value, environment: PipelineEnvironment, vars: Vars) => Stage

const NO_VARIABLES: Vars = new Map()

const doc = (entries: [string, Value][]): Doc => new Map(entries)

/** Compiles an aggregation pipeline. Fails for an unknown, unsupported or malformed stage. */
export function compilePipeline(stages: readonly Value[], environment: PipelineEnvironment): Stage {
  return compileStages(
    stages,
    environment,
    new Map([['NOW', environment.now], ...(environment.variables ?? [])]),
  )
}

function compileStages(stages: readonly Value[], environment: PipelineEnvironment, vars: Vars): Stage {
  const compiled = stages.map((stage) => {
    const [name, spec] = stageOf(stage)
    const perDocument = compileDocumentStage(name, spec, [...vars.keys()])
    if (perDocument) return mapEach((each) => perDocument(each, vars))
    if (UNSUPPORTED_STAGES.includes(name)) return unsupported(`The pipeline stage ${name}`)
    const compile = Object.hasOwn(STAGES, name) ? STAGES[name] : undefined
    if (!compile) return fail(40324, `Unrecognized pipeline stage name: '${name}'`)
    return compile(spec, environment, vars)
  })
  return (input) => compiled.reduce((stream, stage) => stage(stream), input)
}

const mapEach = (apply: (doc: Doc) => Doc): Stage =>
  async function* mapAll(input) {
    for await (const each of input) yield apply(each)
  }

async function collect(input: AsyncIterable<Doc>, limit: MemoryLimit): Promise<Doc[]> {
  const all: Doc[] = []
  for await (const each of input) {
    limit.add(each)
    all.push(each)
  }
  return all
}

const match: StageCompiler = (spec, _environment, vars) => {
  if (!isDoc(spec)) return fail(15959, 'the match filter must be an expression in an object')
  const matcher = compileMatch(spec, { vars })
  return async function* keepMatching(input) {
    for await (const each of input) if (matcher.matches(each)) yield each
  }
}

const sort: StageCompiler = (spec, { memoryBytes }) => {
  if (!isDoc(spec)) return fail(15973, 'the $sort key specification must be an object')
  if (spec.size === 0) return fail(15976, '$sort stage must have at least one sort key')
  const order = compileSort(spec)
  return async function* sortAll(input) {
    yield* (await collect(input, new MemoryLimit('$sort', memoryBytes))).toSorted(order)
  }
}

const limit: StageCompiler = (spec) => {
  const count = toInteger(spec)
  if (count === undefined) return fail(2107201, '$limit must be specified as a whole number')
  if (count <= 0) fail(15958, 'the limit must be positive')
  return async function* takeFirst(input) {
    let left = count
    for await (const each of input) {
      yield each
      left -= 1
      if (left === 0) return
    }
  }
}

const skip: StageCompiler = (spec) => {
  const count = toInteger(spec)
  if (count === undefined) return fail(5107200, '$skip must be specified as a whole number')
  if (count < 0)
    fail(5107200, `invalid argument to $skip stage: Expected a non-negative number in: $skip: ${count}`)
  return async function* skipFirst(input) {
    let left = count
    for await (const each of input) {
      if (left > 0) left -= 1
      else yield each
    }
  }
}

const count: StageCompiler = (spec) => {
  if (typeof spec !== 'string' || spec === '')
    return fail(40156, 'the count field must be a non-empty string')
  if (spec.startsWith('$')) fail(40158, 'the count field cannot be a $-prefixed path')
  if (spec.includes('.')) fail(40160, "the count field cannot contain '.'")
  return async function* countAll(input) {
    let total = 0
    for await (const _ of input) total += 1
    if (total > 0) yield doc([[spec, total > 0x7fffffff ? Long.fromNumber(total) : new Int32(total)]])
  }
}

const unwind: StageCompiler = (spec) => {
  const fields = isDoc(spec)
    ? namedFields(spec, '$unwind', ['path'], ['includeArrayIndex', 'preserveNullAndEmptyArrays'])
    : doc([['path', spec]])
  const path = fields.get('path')
  const index = fields.get('includeArrayIndex')
  const keepsEmpty = fields.get('preserveNullAndEmptyArrays') === true
  if (typeof path !== 'string') return fail(28808, 'expected a string as the path for $unwind stage')
  if (!path.startsWith('$'))
    return fail(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`)
  if (index !== undefined && (typeof index !== 'string' || index === ''))
    return fail(28810, 'expected a non-empty string for the includeArrayIndex option to $unwind stage')
  const parts = path.slice(1).split('.')
  compileFieldPath(path.slice(1))
  const without = compileUnset(path.slice(1))
  return async function* unwindEach(input) {
    for await (const each of input) {
      const value = valueAt(each, parts)
      const indexed = (doc: Doc, at: Value) =>
        index === undefined ? doc : withValue(doc, index.split('.'), at)
      if (!Array.isArray(value)) {
        if (keepsEmpty || (value !== undefined && value !== null)) yield indexed(each, null)
      } else if (value.length === 0) {
        if (keepsEmpty) yield indexed(without(each, NO_VARIABLES), null)
      } else {
        for (const [at, element] of value.entries())
          yield indexed(withValue(each, parts, element), Long.fromNumber(at))
      }
    }
  }
}

/** Returns the value at a path through nested documents, without descending into arrays. */
function valueAt(from: Doc, parts: readonly string[]): Value | undefined {
  return parts.reduce<Value | undefined>((value, part) => (isDoc(value) ? value.get(part) : undefined), from)
}

function withValue(from: Doc, [first, ...rest]: readonly string[], value: Value): Doc {
  const inner = from.get(first!)
  return new Map(from).set(
    first!,
    rest.length === 0 ? value : withValue(isDoc(inner) ? inner : doc([]), rest, value),
  )
}

const facet: StageCompiler = (spec, environment, vars) => {
  if (!isDoc(spec) || spec.size === 0)
    return fail(40169, 'the $facet specification must be a non-empty object')
  const facets = [...spec].map(([name, stages]) => {
    if (!Array.isArray(stages)) return fail(40170, `arguments to $facet must be arrays, ${name} is not`)
    const nested = stages.map((stage) => stageOf(stage)[0]).find((each) => each === '$facet')
    if (nested) return fail(40600, `${nested} is not allowed to be used within a $facet stage`)
    return [name, compileStages(stages, environment, vars)] as const
  })
  return async function* runFacets(input) {
    const limit = new MemoryLimit('$facet', environment.memoryBytes)
    const all = await collect(input, limit)
    const result = doc([])
    for (const [name, stage] of facets) result.set(name, await collect(stage(replay(all)), limit))
    yield result
  }
}

async function* replay(docs: readonly Doc[]): AsyncIterable<Doc> {
  yield* docs
}

const sortByCount: StageCompiler = (spec, environment, vars) =>
  compileStages(
    [
      doc([
        [
          '$group',
          doc([
            ['_id', spec],
            ['count', doc([['$sum', new Int32(1)]])],
          ]),
        ],
      ]),
      doc([['$sort', doc([['count', new Int32(-1)]])]]),
    ],
    environment,
    vars,
  )

const sample: StageCompiler = (spec, { memoryBytes }) => {
  const size = toInteger(namedFields(spec, '$sample', ['size']).get('size'))
  if (size === undefined || size < 1)
    return fail(28747, 'size argument to $sample must be a positive whole number')
  return async function* takeSample(input) {
    const all = await collect(input, new MemoryLimit('$sample', memoryBytes))
    const keyed = all.map((each) => ({ each, key: Math.random() }))
    yield* keyed
      .toSorted((a, b) => a.key - b.key)
      .slice(0, size)
      .map(({ each }) => each)
  }
}

const STAGES: Readonly<Record<string, StageCompiler>> = {
  $match: match,
  $sort: sort,
  $limit: limit,
  $skip: skip,
  $count: count,
  $unwind: unwind,
  $group: (spec, { memoryBytes }, vars) => compileGroup(spec, vars, memoryBytes),
  $bucket: (spec, { memoryBytes }, vars) => compileBucket(spec, vars, memoryBytes),
  $facet: facet,
  $sortByCount: sortByCount,
  $sample: sample,
}

/** MongoDB stages that this database rejects; the error names the stage. */
export const UNSUPPORTED_STAGES = [
  '$bucketAuto',
  '$changeStream',
  '$changeStreamSplitLargeEvent',
  '$collStats',
  '$currentOp',
  '$densify',
  '$documents',
  '$fill',
  '$geoNear',
  '$graphLookup',
  '$indexStats',
  '$listLocalSessions',
  '$listSearchIndexes',
  '$listSessions',
  '$lookup',
  '$merge',
  '$out',
  '$planCacheStats',
  '$rankFusion',
  '$redact',
  '$search',
  '$searchMeta',
  '$setWindowFields',
  '$unionWith',
  '$vectorSearch',
]

export const PIPELINE_STAGES = [
  ...Object.keys(STAGES),
  '$project',
  '$addFields',
  '$set',
  '$unset',
  '$replaceRoot',
  '$replaceWith',
].toSorted()
