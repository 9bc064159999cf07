import type { Doc, Value } from '../bson/values.ts'
import { BSONRegExp, isDoc } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import { compileAddFields } from './document-stages.ts'
import { compileExpression } from './expression.ts'
import { compileFieldPath } from './field-path.ts'
import type { Stage } from './group-stage.ts'
import { variableName } from './logic-operators.ts'
import type { Vars } from './operator.ts'
import { namedFields } from './operator.ts'

/** Reads another collection of the database, by index if there is one for the filter. */
export type Scan = (collection: string, filter?: Doc) => AsyncIterable<Doc>

/** Compiles a pipeline under variables. */
export type CompileStages = (stages: readonly Value[], vars: Vars) => Stage

const doc = (entries: [string, Value][]): Doc => new Map(entries)

/** What the foreign field has to be so that it joins with a local value: null joins with missing, an array by its elements. */
function joinFilter(field: string, local: Value | undefined): Doc {
  if (!Array.isArray(local)) return doc([[field, doc([['$eq', local ?? null]])]])
  // In a list, a regular expression would be matched instead of compared.
  if (!local.some((each) => each instanceof BSONRegExp)) return doc([[field, doc([['$in', local]])]])
  return doc([['$or', local.map((each) => doc([[field, doc([['$eq', each]])]]))]])
}

function textOf(spec: Doc, key: string): string {
  const value = spec.get(key)
  if (typeof value !== 'string') return fail('FailedToParse', `$lookup argument '${key}' must be a string`)
  return value
}

/** `$lookup` with `localField` and `foreignField`, with `let` and `pipeline`, or with all of them. */
export function compileLookup(spec: Value, scan: Scan, vars: Vars, compileStages: CompileStages): Stage {
  const optional = ['localField', 'foreignField', 'let', 'pipeline']
  const fields = namedFields(spec, '$lookup', ['as'], ['from', ...optional])
  if (!fields.has('from'))
    return fail('FailedToParse', "missing 'from' option to $lookup stage specification")
  if (isDoc(fields.get('from'))) return unsupported('$lookup from another database')
  const from = textOf(fields, 'from')
  if (
    fields.has('localField') !== fields.has('foreignField') ||
    (!fields.has('localField') && !fields.has('pipeline'))
  )
    fail(
      'FailedToParse',
      "$lookup requires both or neither of 'localField' and 'foreignField' to be specified, or a 'pipeline'",
    )
  const local = fields.has('localField') ? compileFieldPath(textOf(fields, 'localField')) : undefined
  const foreign = fields.has('foreignField') ? textOf(fields, 'foreignField') : undefined
  const bindings = fields.get('let') ?? doc([])
  if (!isDoc(bindings)) return fail('FailedToParse', "$lookup argument 'let' must be an object")
  const lets = [...bindings].map(
    ([key, value]) => [variableName(key), compileExpression(value, vars.keys())] as const,
  )
  const pipeline = fields.get('pipeline') ?? []
  if (!Array.isArray(pipeline)) return fail('TypeMismatch', "'pipeline' option must be specified as an array")
  // Filled anew for every document; the compiled stages read it as they run.
  const bound = new Map<string, Value | undefined>([
    ...vars,
    ...lets.map(([key]) => [key, undefined] as const),
  ])
  const stages = compileStages(pipeline, bound)
  const put = compileAddFields(doc([[textOf(fields, 'as'), '$$joined']]), '$lookup', ['joined'])
  return async function* lookup(input) {
    for await (const each of input) {
      const filter = local && foreign !== undefined ? joinFilter(foreign, local(each)) : undefined
      for (const [key, value] of vars) bound.set(key, value)
      for (const [key, evaluate] of lets) bound.set(key, evaluate(each, vars))
      const joined: Value[] = []
      for await (const found of stages(scan(from, filter))) joined.push(found)
      yield put(each, new Map([['joined', joined]]))
    }
  }
}
