import { compare, equal } from '../bson/compare.ts'
import type { Doc, Value } from '../bson/values.ts'
import { Int32, isDoc, isNumber, isTruthy, toInteger, typeName } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { compileSort } from '../fields/sort.ts'
import { variableName } from './logic-operators.ts'
import type { Evaluate, Operator, Operators } from './operator.ts'
import { isNullish, named, namedFields, nullable, operator } from './operator.ts'

const typeOf = (value: Value | undefined): string => (value === undefined ? 'missing' : typeName(value))

function array(value: Value | undefined, name: string, code: number): Value[] {
  if (!Array.isArray(value)) return fail(code, `${name} requires an array, found: ${typeOf(value)}`)
  return value
}

function integer(value: Value | undefined, name: string, code: number, what: string): number {
  const whole = toInteger(value)
  if (whole === undefined)
    return fail(code, `${name} requires a whole number as ${what}, found: ${typeOf(value)}`)
  return whole
}

const elementAt = ([list, index]: (Value | undefined)[], name: string): Value | undefined => {
  if (isNullish(list) || isNullish(index)) return null
  const values = array(list, name, 28689)
  const at = integer(index, name, isNumber(index) ? 28691 : 28690, 'second argument')
  return values[at < 0 ? values.length + at : at]
}

const endOf = (at: 0 | -1): Operator =>
  operator(1, 1, ([list], name) => (isNullish(list) ? null : array(list, name, 28689).at(at)))

const contains = (values: readonly Value[], wanted: Value): boolean =>
  values.some((each) => equal(each, wanted))

const iterator =
  (
    code: number,
    run: (values: Value[], each: (value: Value) => Value | undefined, limit: number) => Value,
    body: 'in' | 'cond',
  ): Operator =>
  (argument, compile, name) => {
    const fields = namedFields(argument, name, ['input', body], body === 'cond' ? ['as', 'limit'] : ['as'])
    const as = fields.get('as') ?? 'this'
    if (typeof as !== 'string') return fail('FailedToParse', `${name}: 'as' must be a string`)
    const [input, each] = [
      compile(fields.get('input')!),
      compile.within([variableName(as)])(fields.get(body)!),
    ]
    const limit = fields.has('limit') ? compile(fields.get('limit')!) : undefined
    return (doc, vars) => {
      const list = input(doc, vars)
      if (isNullish(list)) return null
      const most = limit?.(doc, vars)
      const count = isNullish(most) ? Infinity : integer(most, name, 327391, "'limit'")
      if (count < 1) fail(327392, `${name}: limit must be greater than 0`)
      return run(array(list, name, code), (value) => each(doc, new Map([...vars, [as, value]])), count)
    }
  }

const reduce: Operator = (argument, compile, name) => {
  const fields = namedFields(argument, name, ['input', 'initialValue', 'in'])
  const [input, initial] = [compile(fields.get('input')!), compile(fields.get('initialValue')!)]
  const step = compile.within(['value', 'this'])(fields.get('in')!)
  return (doc, vars) => {
    const list = input(doc, vars)
    if (isNullish(list)) return null
    return array(list, name, 40080).reduce<Value | undefined>(
      (value, each) => step(doc, new Map([...vars, ['value', value], ['this', each]])),
      initial(doc, vars),
    )
  }
}

function slice([list, first, second]: (Value | undefined)[], name: string, size: number): Value {
  if (isNullish(list) || isNullish(first) || (size === 3 && isNullish(second))) return null
  const values = array(list, name, 28724)
  const from = integer(first, name, 28726, 'second argument')
  if (size === 2) return from < 0 ? values.slice(from) : values.slice(0, from)
  const count = integer(second, name, 28728, 'third argument')
  if (count <= 0) fail(28729, `Third argument to ${name} must be positive: ${count}`)
  const start = from < 0 ? Math.max(0, values.length + from) : from
  return values.slice(start, start + count)
}

function indexOf([list, wanted, start, end]: (Value | undefined)[], name: string): Value {
  if (isNullish(list)) return null
  const values = array(list, name, 40090)
  const from = start === undefined ? 0 : integer(start, name, 40096, 'starting index')
  const to = end === undefined ? values.length : integer(end, name, 40096, 'ending index')
  if (from < 0 || to < 0) fail(40097, `${name} requires a nonnegative starting and ending index`)
  const limit = Math.min(to, values.length)
  for (let at = from; at < limit; at += 1)
    if (wanted !== undefined && equal(values[at]!, wanted)) return new Int32(at)
  return new Int32(-1)
}

function range([start, end, step]: (Value | undefined)[], name: string): Value {
  const from = integer(start, name, 34443, 'starting value')
  const to = integer(end, name, 34445, 'ending value')
  const by = step === undefined ? 1 : integer(step, name, 34447, 'step')
  if (by === 0) fail(34449, `${name} requires a non-zero step value`)
  const count = Math.max(0, Math.ceil((to - from) / by))
  if (count > 1_000_000) fail(146, `${name} would use too much memory: ${count} elements`)
  return Array.from({ length: count }, (_, at) => new Int32(from + at * by))
}

const zip: Operator = (argument, compile, name) => {
  const fields = namedFields(argument, name, ['inputs'], ['defaults', 'useLongestLength'])
  const inputs = fields.get('inputs')
  const defaults = fields.get('defaults')
  if (!Array.isArray(inputs) || inputs.length === 0)
    return fail(34461, `inputs of ${name} must be an array of expressions`)
  const longest = fields.get('useLongestLength') === true
  if (defaults !== undefined && !longest)
    fail(34466, `cannot specify defaults unless useLongestLength is true`)
  if (Array.isArray(defaults) && defaults.length !== inputs.length)
    fail(34467, 'defaults and inputs must have the same length')
  const compiled = inputs.map((each) => compile(each))
  const others = Array.isArray(defaults) ? defaults.map((each) => compile(each)) : []
  return (doc, vars) => {
    const lists = compiled.map((each) => each(doc, vars))
    if (lists.some(isNullish)) return null
    const arrays = lists.map((each) => array(each, name, 34468))
    const lengths = arrays.map((each) => each.length)
    const length = longest ? Math.max(...lengths) : Math.min(...lengths)
    const fill = others.map((each) => each(doc, vars) ?? null)
    return Array.from({ length }, (_, at) => arrays.map((each, n) => each[at] ?? fill[n] ?? null))
  }
}

const sortArray: Operator = (argument, compile, name) => {
  const fields = namedFields(argument, name, ['input', 'sortBy'])
  const sortBy = fields.get('sortBy')!
  const direction = toInteger(sortBy)
  if (!isDoc(sortBy) && direction !== 1 && direction !== -1)
    fail('BadValue', `${name}: sortBy must be 1, -1 or a sort document`)
  const byFields = isDoc(sortBy) ? compileSort(sortBy) : undefined
  const order = byFields
    ? // Elements that are not documents sort like documents without these fields.
      (a: Value, b: Value) => byFields(isDoc(a) ? a : new Map(), isDoc(b) ? b : new Map())
    : (a: Value, b: Value) => compare(a, b) * (direction ?? 1)
  const input = compile(fields.get('input')!)
  return (doc, vars) => {
    const list = input(doc, vars)
    return isNullish(list) ? null : array(list, name, 2942504).toSorted(order)
  }
}

/** Creates `$firstN`, `$lastN`, `$minN` and `$maxN` over an array. */
const some = (pick: (values: Value[], n: number) => Value[]): Operator =>
  named(['input', 'n'], [], ({ input, n }, name) => {
    const count = integer(n, name, 5787902, "'n'")
    if (count < 1) fail(5787908, `'n' must be greater than 0, found ${count} for ${name}`)
    return pick(array(input, name, 5788200), count)
  })

export const ascending = (values: readonly Value[]): Value[] =>
  values.filter((each) => each !== null).toSorted(compare)

function toObject(value: Exclude<Value, null>, name: string): Value {
  const result: Doc = new Map()
  for (const each of array(value, name, 40386)) {
    const [key, item] = isDoc(each) ? [each.get('k'), each.get('v')] : Array.isArray(each) ? each : []
    const isPair = isDoc(each) ? each.size === 2 : Array.isArray(each) && each.length === 2
    if (!isPair || item === undefined)
      return fail(40397, `${name} requires [key, value] pairs or {k, v} documents`)
    if (typeof key !== 'string') return fail(40395, `${name} requires string keys, found: ${typeOf(key)}`)
    result.set(key, item)
  }
  return result
}

function withField({ field, input, value }: Record<string, Value | undefined>, name: string): Value {
  if (isNullish(input)) return null
  if (!isDoc(input) || typeof field !== 'string')
    return fail(4161105, `${name} requires 'input' to be a document and 'field' a string`)
  const result = new Map(input)
  if (value === undefined) result.delete(field)
  else result.set(field, value)
  return result
}

const getField: Operator = (argument, compile, name) => {
  const fields =
    isDoc(argument) && argument.has('field') ? namedFields(argument, name, ['field'], ['input']) : undefined
  const field: Evaluate = compile(fields ? fields.get('field')! : argument)
  const input: Evaluate = compile(fields?.get('input') ?? '$$CURRENT')
  return (doc, vars) => {
    const [key, from] = [field(doc, vars), input(doc, vars)]
    if (typeof key !== 'string') return fail(3041704, `${name} requires 'field' to evaluate to type String`)
    return isDoc(from) ? from.get(key) : from === null ? null : undefined
  }
}

export const arrayOperators: Operators = {
  $arrayElemAt: operator(2, 2, elementAt),
  $first: endOf(0),
  $last: endOf(-1),
  $firstN: some((values, n) => values.slice(0, n)),
  $lastN: some((values, n) => values.slice(-n)),
  $minN: some((values, n) => ascending(values).slice(0, n)),
  $maxN: some((values, n) => ascending(values).toReversed().slice(0, n)),
  $concatArrays: operator(0, Infinity, (values, name) =>
    values.some(isNullish) ? null : values.flatMap((value) => array(value, name, 28664)),
  ),
  $filter: iterator(
    28651,
    (values, keep, limit) => {
      const kept: Value[] = []
      for (const value of values) if (kept.length < limit && isTruthy(keep(value))) kept.push(value)
      return kept
    },
    'cond',
  ),
  $map: iterator(16883, (values, each) => values.map((value) => each(value) ?? null), 'in'),
  $reduce: reduce,
  $in: operator(2, 2, ([value, list], name) => {
    const values = array(list, name, 40081)
    return value !== undefined && contains(values, value)
  }),
  $indexOfArray: operator(2, 4, indexOf),
  $isArray: operator(1, 1, ([value]) => Array.isArray(value)),
  $range: operator(2, 3, range),
  $reverseArray: nullable((value, name) => array(value, name, 34435).toReversed()),
  $size: operator(1, 1, ([value], name) => new Int32(array(value, name, 17124).length)),
  $slice: operator(2, 3, (values, name) => slice(values, name, values.length)),
  $sortArray: sortArray,
  $zip: zip,
  $arrayToObject: nullable(toObject),
  $objectToArray: nullable((value, name) => {
    if (!isDoc(value)) return fail(40390, `${name} requires a document input, found: ${typeName(value)}`)
    return [...value].map(
      ([k, v]) =>
        new Map<string, Value>([
          ['k', k],
          ['v', v],
        ]),
    )
  }),
  $getField: getField,
  $setField: named(['field', 'input', 'value'], [], withField),
  $unsetField: named(['field', 'input'], [], withField),
}
