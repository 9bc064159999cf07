import { compare } from '../bson/compare.ts'
import { encodeField } from '../bson/keys.ts'
import type { Doc, Value } from '../bson/values.ts'
import { isDoc } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { MemoryLimit } from '../limits/memory-limit.ts'
import type { Accumulator } from '../expressions/accumulators.ts'
import { ACCUMULATORS } from '../expressions/accumulators.ts'
import { UNSUPPORTED_EXPRESSIONS, compilerFor } from '../expressions/expression.ts'
import type { Compile, Evaluate, Vars } from '../expressions/operator.ts'
import { namedFields } from '../expressions/operator.ts'

export type Stage = (input: AsyncIterable<Doc>) => AsyncIterable<Doc>

type Fields = (readonly [string, () => Accumulator])[]

function compileFields(spec: Iterable<[string, Value]>, compile: Compile, stage: string): Fields {
  return [...spec].map(([field, value]) => {
    if (field.includes('.')) fail(40235, `The field name '${field}' cannot contain '.' in ${stage}`)
    if (field.startsWith('$')) fail(40236, `The field name '${field}' cannot be an operator name in ${stage}`)
    if (!isDoc(value)) return fail(40234, `The field '${field}' must be an accumulator object`)
    if (value.size !== 1) return fail(40238, `The field '${field}' must specify one accumulator`)
    const [name, argument] = value.entries().next().value!
    const make = Object.hasOwn(ACCUMULATORS, name) ? ACCUMULATORS[name] : undefined
    if (UNSUPPORTED_EXPRESSIONS.includes(name)) unsupported(`The accumulator ${name}`)
    if (!make) return fail(15952, `unknown group operator '${name}'`)
    return [field, make(argument, compile, name)] as const
  })
}

/**
 * Groups documents by a key. Keys that compare as equal share a group; the group's key has the type of the first one.
 */
class Groups {
  private readonly groups = new Map<string, { id: Value; fields: (readonly [string, Accumulator])[] }>()
  private readonly fields: Fields
  private readonly limit: MemoryLimit

  constructor(fields: Fields, limit: MemoryLimit) {
    this.fields = fields
    this.limit = limit
  }

  add(id: Value, doc: Doc, vars: Vars): void {
    const key = encodeField(id).toString('latin1')
    let group = this.groups.get(key)
    if (!group) {
      group = { id, fields: this.fields.map(([field, make]) => [field, make()]) }
      this.groups.set(key, group)
      this.limit.add(id)
      for (const [field] of this.fields) this.limit.add(field)
    }
    for (const [, accumulator] of group.fields) {
      const kept = accumulator.add(doc, vars)
      if (kept !== undefined) this.limit.add(kept)
    }
  }

  *results(order?: (a: Value, b: Value) => number): Generator<Doc> {
    const all = [...this.groups.values()]
    for (const { id, fields } of order ? all.toSorted((a, b) => order(a.id, b.id)) : all)
      yield new Map<string, Value>([
        ['_id', id],
        ...fields.map(([field, each]) => [field, each.result()] as const),
      ])
  }
}

/** Compiles the key of a group. Like MongoDB, sets the only field of a document to null when its value is missing. */
function keyOf(spec: Value, compile: (spec: Value) => Evaluate): Evaluate {
  const evaluate = compile(spec)
  const [field, ...others] = isDoc(spec) ? spec.keys() : []
  if (field === undefined || others.length > 0 || field.startsWith('$')) return evaluate
  return (doc, vars) => {
    const key = evaluate(doc, vars)
    return isDoc(key) && key.size === 0 ? new Map([[field, null]]) : key
  }
}

/** Compiles `$group`. */
export function compileGroup(spec: Value, vars: Vars, memoryBytes?: number): Stage {
  if (!isDoc(spec)) return fail(15947, "a group's fields must be specified in an object")
  if (!spec.has('_id')) return fail(15955, 'a group specification must include an _id')
  const compile = compilerFor(vars.keys())
  const key = keyOf(spec.get('_id')!, compile)
  const fields = compileFields(
    [...spec].filter(([field]) => field !== '_id'),
    compile,
    '$group',
  )
  return async function* group(input) {
    const groups = new Groups(fields, new MemoryLimit('$group', memoryBytes))
    for await (const doc of input) groups.add(key(doc, vars) ?? null, doc, vars)
    yield* groups.results()
  }
}

/** Compiles `$bucket`, which groups documents by key ranges. */
export function compileBucket(spec: Value, vars: Vars, memoryBytes?: number): Stage {
  const given = namedFields(spec, '$bucket', ['groupBy', 'boundaries'], ['default', 'output'])
  const compile = compilerFor(vars.keys())
  const by: Evaluate = compile(given.get('groupBy')!)
  const boundaries = given.get('boundaries')!
  if (!Array.isArray(boundaries) || boundaries.length < 2)
    return fail(40192, "The $bucket 'boundaries' field must have at least 2 values")
  if (boundaries.some((each, at) => at > 0 && compare(boundaries[at - 1], each) >= 0))
    fail(40194, "The 'boundaries' option to $bucket must be sorted")
  const output = given.get('output') ?? new Map<string, Value>([['count', new Map([['$count', new Map()]])]])
  if (!isDoc(output)) return fail(40196, "The $bucket 'output' field must be an object")
  const fields = compileFields(output, compile, '$bucket')
  return async function* bucket(input) {
    const groups = new Groups(fields, new MemoryLimit('$bucket', memoryBytes))
    for await (const doc of input) {
      const value = by(doc, vars)
      const at = boundaries.findLastIndex((each) => compare(each, value) <= 0)
      const id = at < 0 || at === boundaries.length - 1 ? given.get('default') : boundaries[at]
      if (id === undefined)
        fail(40066, '$bucket found a value outside of its boundaries, and there is no default')
      groups.add(id, doc, vars)
    }
    yield* groups.results(compare)
  }
}
