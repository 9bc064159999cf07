import { compare } from '../bson/compare.ts'
import { encodeField } from '../bson/keys.ts'
import type { Doc, NumberValue, Value } from '../bson/values.ts'
import { Decimal128, Double, Int32, Long, isDoc, isNumber, toInteger, toNumber } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { compileSort } from '../fields/sort.ts'
import { divideDecimals } from './decimal-arithmetic.ts'
import { Sum, onDecimals } from './numbers.ts'
import type { Compile, Operators, Vars } from './operator.ts'
import { isNullish, namedFields, operator } from './operator.ts'

/** Accumulates the values of one group. */
export interface Accumulator {
  /** Adds a document's value. Returns the value kept in memory for it, or undefined if memory use did not grow. */
  add(doc: Doc, vars: Vars): Value | undefined
  result(): Value
}

/** Compiles an accumulator's argument; the result creates one accumulator per group. */
export type AccumulatorOperator = (argument: Value, compile: Compile, name: string) => () => Accumulator

const ONE = new Int32(1)

const total = (values: readonly NumberValue[]): NumberValue => {
  const sum = new Sum()
  for (const value of values) sum.add(value)
  return sum.result()
}

function averageOf(sum: NumberValue, count: number): Value {
  if (count === 0) return null
  if (sum instanceof Decimal128) return onDecimals(sum, new Int32(count), divideDecimals, (x, y) => x / y)
  return new Double(toNumber(sum) / count)
}

/** Creates an accumulator that folds the values of one expression into a state. */
const reducing =
  <State>(
    start: () => State,
    step: (state: State, value: Value | undefined) => State,
    end: (state: State) => Value,
    heldCount: (state: State) => number = () => 0,
  ): AccumulatorOperator =>
  (argument, compile, name) => {
    if (Array.isArray(argument) && argument.length > 1)
      fail(40237, `The ${name} accumulator is a unary operator`)
    const evaluate = compile(Array.isArray(argument) && argument.length === 1 ? argument[0]! : argument)
    return () => {
      let state = start()
      return {
        add: (doc, vars) => {
          const before = heldCount(state)
          const value = evaluate(doc, vars)
          state = step(state, value)
          return heldCount(state) > before ? value : undefined
        },
        result: () => end(state),
      }
    }
  }

const summing = (end: (sum: NumberValue, count: number) => Value): AccumulatorOperator =>
  reducing(
    () => ({ sum: new Sum(), count: 0 }),
    (state, value) => {
      if (isNumber(value)) {
        state.sum.add(value)
        state.count += 1
      }
      return state
    },
    ({ sum, count }) => end(sum.result(), count),
  )

const extreme = (sign: 1 | -1): AccumulatorOperator =>
  reducing<Value>(
    () => null,
    (best, value) => (isNullish(value) || (best !== null && compare(value, best) * sign <= 0) ? best : value),
    (best) => best,
  )

/** Creates an accumulator that collects all values and then picks some of them. */
const picking =
  (pick: (values: Value[], n: number) => Value, order?: (values: Value[]) => Value[]): AccumulatorOperator =>
  (argument, compile, name) => {
    const fields = namedFields(argument, name, ['input', 'n'])
    const [input, count] = [compile(fields.get('input')!), compile(fields.get('n')!)]
    return () => {
      const values: Value[] = []
      let n: Value | undefined
      return {
        add: (doc, vars) => {
          n ??= count(doc, vars)
          const value = input(doc, vars) ?? null
          values.push(value)
          return value
        },
        result: () => pick(order ? order(values) : values, positive(n, name)),
      }
    }
  }

function positive(value: Value | undefined, name: string): number {
  const n = toInteger(value)
  if (n === undefined || n < 1) return fail(5787908, `'n' must be a whole number greater than 0 for ${name}`)
  return n
}

const ranking =
  (isBottom: boolean, isMany: boolean): AccumulatorOperator =>
  (argument, compile, name) => {
    const fields = namedFields(argument, name, isMany ? ['output', 'sortBy', 'n'] : ['output', 'sortBy'])
    const sortBy = fields.get('sortBy')
    if (!isDoc(sortBy)) return fail('BadValue', `${name}: 'sortBy' must be an object`)
    const order = compileSort(sortBy)
    const output = compile(fields.get('output')!)
    const count = compile(fields.get('n') ?? ONE)
    return () => {
      const rows: { doc: Doc; value: Value }[] = []
      let n: Value | undefined
      return {
        add: (doc, vars) => {
          n ??= count(doc, vars)
          rows.push({ doc, value: output(doc, vars) ?? null })
          return doc
        },
        result: () => {
          const size = positive(n, name)
          const sorted = rows.toSorted((a, b) => order(a.doc, b.doc)).map(({ value }) => value)
          const picked = isBottom ? sorted.slice(-size) : sorted.slice(0, size)
          return isMany ? picked : (picked[0] ?? null)
        },
      }
    }
  }

const counting: AccumulatorOperator = (argument, _compile, name) => {
  if (!isDoc(argument) || argument.size > 0)
    return fail('TypeMismatch', `${name} takes no arguments, i.e. ${name}:{}`)
  return () => {
    let count = 0
    return {
      add: () => {
        count += 1
        return undefined
      },
      result: () => (count > 0x7fffffff ? Long.fromNumber(count) : new Int32(count)),
    }
  }
}

const present = (values: Value[]): Value[] => values.filter((value) => value !== null)

export const ACCUMULATORS: Readonly<Record<string, AccumulatorOperator>> = {
  $sum: summing((sum) => sum),
  $avg: summing(averageOf),
  $min: extreme(-1),
  $max: extreme(1),
  $count: counting,
  $first: reducing<{ value: Value } | undefined>(
    () => undefined,
    (state, value) => state ?? { value: value ?? null },
    (state) => state?.value ?? null,
  ),
  $last: reducing<Value>(
    () => null,
    (_state, value) => value ?? null,
    (state) => state,
  ),
  $push: reducing<Value[]>(
    () => [],
    (all, value) => {
      if (value !== undefined) all.push(value)
      return all
    },
    (all) => all,
    (all) => all.length,
  ),
  $addToSet: reducing<Map<string, Value>>(
    () => new Map(),
    (all, value) => {
      const key = value === undefined ? '' : encodeField(value).toString('latin1')
      return value === undefined || all.has(key) ? all : all.set(key, value)
    },
    (all) => [...all.values()],
    (all) => all.size,
  ),
  $mergeObjects: reducing<Doc>(
    () => new Map(),
    (merged, value) => {
      if (isNullish(value)) return merged
      if (!isDoc(value)) return fail(40400, '$mergeObjects requires object inputs')
      for (const [key, each] of value) merged.set(key, each)
      return merged
    },
    (merged) => merged,
    (merged) => merged.size,
  ),
  $firstN: picking((values, n) => values.slice(0, n)),
  $lastN: picking((values, n) => values.slice(-n)),
  $minN: picking(
    (values, n) => values.slice(0, n),
    (values) => present(values).toSorted(compare),
  ),
  $maxN: picking(
    (values, n) => values.slice(0, n),
    (values) => present(values).toSorted((a, b) => compare(b, a)),
  ),
  $top: ranking(false, false),
  $bottom: ranking(true, false),
  $topN: ranking(false, true),
  $bottomN: ranking(true, true),
}

/** Returns the arguments unchanged, or the elements of a single array argument. */
const spread = (values: (Value | undefined)[]): (Value | undefined)[] =>
  values.length === 1 && Array.isArray(values[0]) ? values[0] : values

const overNumbers = (end: (values: NumberValue[]) => Value) =>
  operator(0, Infinity, (values) => end(spread(values).filter((value) => isNumber(value))))

const best = (sign: 1 | -1) =>
  operator(0, Infinity, (values) =>
    spread(values).reduce<Value>(
      (found, value) =>
        isNullish(value) || (found !== null && compare(value, found) * sign <= 0) ? found : value,
      null,
    ),
  )

/** Accumulators as expressions over several arguments or one array. */
export const accumulatorOperators: Operators = {
  $sum: overNumbers(total),
  $avg: overNumbers((values) => averageOf(total(values), values.length)),
  $min: best(-1),
  $max: best(1),
}
