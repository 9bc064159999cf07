import { compileProject } from '../expressions/document-stages.ts'
import { type Doc, Int32, type Value, isArray, isDoc, isNumber, isTruthy, toNumber } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { type Matcher, compileMatch } from './match.ts'

/** A projection step that only `find` supports; `original` is the document before the projection. */
type Extra = { path: string; apply: (projected: Doc, original: Doc) => Doc }

type Parsed = { base: Map<string, Value>; slices: Extra[]; elemMatches: Extra[]; positional?: string }

const isFlag = (value: Value): boolean => typeof value === 'boolean' || isNumber(value)

/**
 * Compiles a find's projection: inclusion, exclusion, computed fields, `$slice`, `$elemMatch` and the positional
 * `a.$`, which needs the query's matcher. Fails with MongoDB's codes for invalid combinations.
 */
export function compileProjection(spec: Doc, matcher?: Matcher, now: Date = new Date()): (doc: Doc) => Doc {
  const parsed: Parsed = { base: new Map(), slices: [], elemMatches: [] }
  parse(spec, '', parsed)
  const extras = [...parsed.slices, ...parsed.elemMatches]
  rejectCollisions(parsed, extras)
  const projectBase = compileBase(parsed, extras, now)
  const narrow = parsed.positional === undefined ? undefined : positionalChange(parsed.positional, matcher)
  return (doc) => {
    const projected = projectBase(narrow === undefined ? doc : narrow(doc))
    return extras.reduce((result, extra) => extra.apply(result, doc), projected)
  }
}

function parse(spec: Doc, prefix: string, parsed: Parsed): void {
  for (const [name, value] of spec) {
    const path = prefix + name
    if (path.endsWith('.$') || path.includes('.$.')) parsePositional(path, value, parsed)
    else if (!isDoc(value) || value.size === 0) parsed.base.set(path, value)
    else parseDoc(path, value, parsed)
  }
}

function parseDoc(path: string, value: Doc, parsed: Parsed): void {
  const operator = value.keys().next().value!
  const slice = operator === '$slice' ? findSlice(value.get('$slice')!) : undefined
  if (slice)
    parsed.slices.push({ path, apply: (projected) => changeAt(projected, path.split('.'), 0, slice) })
  else if (operator === '$elemMatch') parsed.elemMatches.push(elemMatch(path, value, parsed))
  else if (operator === '$meta')
    fail('BadValue', '$meta in a projection is not supported by the embedded database')
  else if (operator.startsWith('$')) parsed.base.set(path, value)
  else parse(value, `${path}.`, parsed)
}

function parsePositional(path: string, value: Value, parsed: Parsed): void {
  if (path.includes('.$.')) {
    fail(
      31394,
      `As of 4.4, it's illegal to specify positional operator in the middle of a path. Positional projection may only be used at the end: ${path}`,
    )
  }
  if (!isFlag(value) || !isTruthy(value))
    fail(31395, 'positional projection cannot be used with an expression or sub object, or in an exclusion')
  if (parsed.positional !== undefined)
    fail(31276, 'Cannot specify more than one positional projection per query.')
  if (parsed.elemMatches.length > 0) fail(31256, 'Cannot specify positional operator and $elemMatch.')
  parsed.positional = path.slice(0, -2)
  parsed.base.set(parsed.positional, value)
}

/**
 * Compiles a find's `$slice`: a count, or [skip, limit]. Returns undefined for anything else, which is the `$slice`
 * expression.
 */
function findSlice(operand: Value): ((value: Value) => Value) | undefined {
  if (isNumber(operand)) {
    const count = Math.trunc(toNumber(operand))
    return sliceWith((items) => (count < 0 ? items.slice(count) : items.slice(0, count)))
  }
  if (!isArray(operand) || operand.length !== 2 || !operand.every((item) => isNumber(item))) return undefined
  const [skip, limit] = operand.map((item) => Math.trunc(toNumber(item))) as [number, number]
  if (limit <= 0) return undefined
  return sliceWith((items) => {
    const start = skip < 0 ? Math.max(0, items.length + skip) : skip
    return items.slice(start, start + limit)
  })
}

const sliceWith =
  (slice: (items: Value[]) => Value[]) =>
  (value: Value): Value =>
    isArray(value) ? slice(value) : value

/** Changes the value at a path, in every document of the arrays along the path. */
function changeAt(doc: Doc, parts: string[], at: number, change: (value: Value) => Value): Doc {
  const value = doc.get(parts[at]!)
  if (value === undefined) return doc
  return new Map(doc).set(parts[at]!, changeWithin(value, parts, at + 1, change))
}

function changeWithin(value: Value, parts: string[], at: number, change: (value: Value) => Value): Value {
  if (at === parts.length) return change(value)
  if (isArray(value)) return value.map((item) => changeWithin(item, parts, at, change))
  return isDoc(value) ? changeAt(value, parts, at, change) : value
}

function elemMatch(path: string, value: Doc, parsed: Parsed): Extra {
  if (!isDoc(value.get('$elemMatch'))) fail(31274, 'elemMatch: Invalid argument, object required')
  if (parsed.positional !== undefined) fail(31255, 'Cannot specify positional operator and $elemMatch.')
  if (path.includes('.')) fail(31275, 'Cannot use $elemMatch projection on a nested field.')
  const matcher = compileMatch(new Map([[path, value]]))
  return {
    path,
    apply(projected, original) {
      const items = original.get(path)
      const index = matcher.matchPosition(original)
      const result = new Map(projected)
      if (index === undefined || !isArray(items)) result.delete(path)
      else result.set(path, [items[index]!])
      return result
    },
  }
}

function rejectCollisions({ base }: Parsed, extras: Extra[]): void {
  for (const { path } of extras) {
    for (const other of base.keys()) {
      if (`${other}.`.startsWith(`${path}.`) || `${path}.`.startsWith(`${other}.`))
        fail(31250, `Path collision at ${other}`)
    }
  }
}

/** Compiles the part of the projection that `$project` also supports, including the paths of the other steps. */
function compileBase(parsed: Parsed, extras: Extra[], now: Date): (doc: Doc) => Doc {
  const { base, positional } = parsed
  if (positional !== undefined && [...base.values()].some((value) => !isFlag(value))) {
    fail('BadValue', 'A positional projection with computed fields is not supported by the embedded database')
  }
  if (isInclusion(parsed)) for (const { path } of extras) base.set(path, new Int32(1))
  if (base.size === 0) return (doc) => doc
  const project = compileProject(base)
  const vars = new Map<string, Value>([['NOW', now]])
  return (doc) => project(doc, vars)
}

function isInclusion({ base, slices, elemMatches }: Parsed): boolean {
  const deciding = [...base].find(([path]) => path !== '_id')
  if (deciding) return !isFlag(deciding[1]) || isTruthy(deciding[1])
  if (slices.length > 0) return isTruthy(base.get('_id'))
  return elemMatches.length > 0
}

/** Creates a function that reduces the first array on the path to the item that the filter matched. */
function positionalChange(path: string, matcher: Matcher | undefined): (doc: Doc) => Doc {
  const parts = path.split('.')
  if (!matcher?.fieldNames.has(parts[0]!)) {
    fail(31277, `Positional projection '${path}.$' does not match the query document.`)
  }
  return (doc) => {
    const position = matcher!.matchPosition(doc, path)
    if (position === undefined) {
      return fail(
        51246,
        "Executor error during find command :: caused by :: positional operator '.$' couldn't find a matching element in the array",
      )
    }
    return narrowed(doc, parts, 0, position)
  }
}

function narrowed(doc: Doc, parts: string[], at: number, position: number): Doc {
  const value = doc.get(parts[at]!)
  if (isArray(value)) {
    if (position >= value.length)
      fail(
        51247,
        "Executor error during find command :: caused by :: positional operator '.$' element mismatch",
      )
    return new Map(doc).set(parts[at]!, [value[position]!])
  }
  if (at + 1 === parts.length || !isDoc(value)) return doc
  return new Map(doc).set(parts[at]!, narrowed(value, parts, at + 1, position))
}
