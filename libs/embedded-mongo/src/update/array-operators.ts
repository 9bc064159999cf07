import { compare, equal } from '../bson/compare.ts'
import { exactLong } from '../bson/integers.ts'
import { show } from '../bson/show.ts'
import {
  BSONRegExp,
  type Doc,
  type Value,
  isArray,
  isDoc,
  isNumber,
  toInteger,
  toNumber,
  typeName,
} from '../bson/values.ts'
import { fail } from '../errors.ts'
import { arrayIndex } from '../fields/paths.ts'
import { compileMatch } from '../query/match.ts'
import { isOperatorDoc } from '../query/match-operators.ts'
import { type LeafMaker, documentName } from './scalar-operators.ts'

type ModifyArray = (items: Value[]) => Value[]

/** Creates a leaf that changes an array. With `creates`, a missing path starts as an empty array. */
function onArray(
  path: string,
  creates: boolean,
  modify: ModifyArray,
  reject: (value: Value, at: string, document: string) => never,
) {
  return [
    {
      kind: 'leaf' as const,
      path,
      creates,
      modify(
        existing: Value | undefined,
        context: Parameters<typeof documentName>[0],
        at: string,
      ): Value | undefined {
        if (existing === undefined) return modify([])
        return isArray(existing) ? modify(existing) : reject(existing, at, documentName(context))
      },
    },
  ]
}

const push: LeafMaker = (path, operand) =>
  onArray(path, true, pushed(operand), (value, at, document) =>
    fail(
      'BadValue',
      `The field '${at}' must be an array but is of type ${typeName(value)} in document ${document}`,
    ),
  )

function pushed(operand: Value): ModifyArray {
  if (!isDoc(operand) || !operand.has('$each')) return (items) => [...items, operand]
  for (const clause of operand.keys()) {
    if (!['$each', '$slice', '$sort', '$position'].includes(clause))
      fail('BadValue', `Unrecognized clause in $push: ${clause}`)
  }
  const each = eachOf(operand, '$push')
  const position = wholeClause(operand, '$position')
  const slice = wholeClause(operand, '$slice')
  const order = operand.has('$sort') ? compileItemSort(operand.get('$sort')!) : undefined
  return (items) => {
    const at =
      position === undefined ? items.length : position < 0 ? Math.max(0, items.length + position) : position
    const result = [...items.slice(0, at), ...each, ...items.slice(at)]
    if (order) result.sort(order)
    if (slice === undefined) return result
    return slice === 0 ? [] : slice < 0 ? result.slice(slice) : result.slice(0, slice)
  }
}

function eachOf(operand: Doc, operator: string): Value[] {
  const each = operand.get('$each')!
  if (isArray(each)) return each
  return fail(
    'BadValue',
    `The argument to $each in ${operator} must be an array but it was of type: ${typeName(each)}`,
  )
}

function wholeClause(operand: Doc, clause: string): number | undefined {
  const value = operand.get(clause)
  if (value === undefined) return undefined
  const whole = isNumber(value) ? exactLong(value) : undefined
  if (whole === undefined)
    fail(
      'BadValue',
      `The value for ${clause} must be an integer value but was given type: ${typeName(value)}`,
    )
  return Number(whole)
}

/** Compiles `$sort` in `$push`: 1 or -1 for whole items, or a document for fields of items. */
function compileItemSort(spec: Value): (a: Value, b: Value) => number {
  const direction = (value: Value): number => {
    const whole = toInteger(value)
    return whole === 1 || whole === -1
      ? whole
      : fail('BadValue', 'The $sort element value must be either 1 or -1')
  }
  if (!isDoc(spec)) {
    if (!isNumber(spec)) {
      fail(
        'BadValue',
        'The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields',
      )
    }
    const sign = direction(spec)
    return (a, b) => compare(a, b) * sign
  }
  if (spec.size === 0) fail('BadValue', 'The $sort pattern is empty when it should be a set of fields.')
  const fields = [...spec].map(([path, value]) => {
    if (path.split('.').includes('')) fail('BadValue', `The $sort field '${path}' has an empty part`)
    return { parts: path.split('.'), sign: direction(value) }
  })
  return (a, b) => {
    for (const { parts, sign } of fields) {
      const difference = compare(fieldOf(a, parts), fieldOf(b, parts))
      if (difference !== 0) return difference * sign
    }
    return 0
  }
}

function fieldOf(item: Value, parts: string[]): Value {
  let value: Value | undefined = item
  for (const part of parts)
    value = isDoc(value) ? value.get(part) : isArray(value) ? value[arrayIndex(part) ?? -1] : undefined
  return value ?? null
}

const addToSet: LeafMaker = (path, operand) => {
  const hasEach = isDoc(operand) && operand.keys().next().value === '$each'
  if (hasEach && operand.size > 1)
    fail('BadValue', `Found unexpected fields after $each in $addToSet: ${show(operand)}`)
  const added = hasEach ? eachOf(operand, '$addToSet') : [operand]
  const modify: ModifyArray = (items) => {
    const result = [...items]
    for (const value of added) if (!result.some((item) => equal(item, value))) result.push(value)
    return result
  }
  return onArray(path, true, modify, (value, at) =>
    fail(
      'BadValue',
      `Cannot apply $addToSet to non-array field. Field named '${at}' has non-array type ${typeName(value)}`,
    ),
  )
}

const without = (path: string, isRemoved: (item: Value) => boolean, operator: string) =>
  onArray(
    path,
    false,
    (items) => items.filter((item) => !isRemoved(item)),
    () => fail('BadValue', `Cannot apply ${operator} to a non-array value`),
  )

const pull: LeafMaker = (path, operand) => without(path, pullCondition(operand), '$pull')

/**
 * Compiles the operand of `$pull`: operators and regular expressions test the item, a plain document filters items
 * that are documents, and other values must be equal.
 */
function pullCondition(operand: Value): (item: Value) => boolean {
  if (isOperatorDoc(operand) || operand instanceof BSONRegExp) {
    const first = isDoc(operand) ? operand.keys().next().value : undefined
    if (!['$and', '$or', '$nor', '$expr'].includes(first ?? '')) {
      const matcher = compileMatch(new Map([['item', operand]]))
      return (item) => matcher.matches(new Map([['item', item]]))
    }
  }
  if (!isDoc(operand)) return (item) => equal(item, operand)
  const matcher = compileMatch(operand)
  return (item) => isDoc(item) && matcher.matches(item)
}

const pullAll: LeafMaker = (path, operand) => {
  if (!isArray(operand))
    return fail('BadValue', `$pullAll requires an array argument but was given a ${typeName(operand)}`)
  return without(path, (item) => operand.some((value) => equal(item, value)), '$pullAll')
}

const pop: LeafMaker = (path, operand) => {
  const whole = isNumber(operand) ? toNumber(operand) : undefined
  if (whole !== 1 && whole !== -1) fail('FailedToParse', `$pop expects 1 or -1, found: ${show(operand)}`)
  const modify: ModifyArray = (items) => (whole === 1 ? items.slice(0, -1) : items.slice(1))
  return onArray(path, false, modify, (value, at) =>
    fail('TypeMismatch', `Path '${at}' contains an element of non-array type '${typeName(value)}'`),
  )
}

export const ARRAY_OPERATORS: Readonly<Record<string, LeafMaker>> = {
  $push: push,
  $addToSet: addToSet,
  $pull: pull,
  $pullAll: pullAll,
  $pop: pop,
}
