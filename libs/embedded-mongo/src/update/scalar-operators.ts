import { add, kindOf, multiply } from '../expressions/numbers.ts'
import { compare } from '../bson/compare.ts'
import { show } from '../bson/show.ts'
import {
  Decimal128,
  Double,
  Int32,
  Long,
  type NumberValue,
  Timestamp,
  type Value,
  isArray,
  isDoc,
  isNumber,
  longValue,
  typeName,
} from '../bson/values.ts'
import { fail } from '../errors.ts'
import { type Leaf, type UpdateContext, filterIdentifier, updateParts } from './tree.ts'

/** Creates the leaves for one path and operand of an operator. Fails for an invalid operand. */
export type LeafMaker = (path: string, operand: Value, now: Date) => Leaf[]

/** Returns the name of the document in messages, such as `{_id: 1}`. */
export const documentName = ({ root }: UpdateContext): string => `{_id: ${show(root.get('_id'))}}`

const leaf = (path: string, modify: Leaf['modify'], isActive?: Leaf['isActive']): Leaf[] => [
  { kind: 'leaf', path, modify, creates: true, ...(isActive && { isActive }) },
]

const unset = (path: string, isActive?: Leaf['isActive']): Leaf => ({
  kind: 'leaf',
  path,
  modify: () => undefined,
  creates: false,
  ...(isActive && { isActive }),
})

function zeroLike(value: NumberValue): NumberValue {
  if (value instanceof Decimal128) return Decimal128.fromString('0')
  if (value instanceof Long) return Long.ZERO
  return value instanceof Double ? new Double(0) : new Int32(0)
}

const arithmetic =
  (
    name: '$inc' | '$mul',
    verb: string,
    combine: (a: NumberValue, b: NumberValue) => NumberValue,
  ): LeafMaker =>
  (path, operand) => {
    if (!isNumber(operand)) {
      return fail('TypeMismatch', `Cannot ${verb} with non-numeric argument: {${path}: ${show(operand)}}`)
    }
    return leaf(path, (existing, context, at) => {
      if (existing === undefined) return name === '$inc' ? operand : zeroLike(operand)
      if (!isNumber(existing)) {
        return fail(
          'TypeMismatch',
          `Cannot apply ${name} to a value of non-numeric type. ${documentName(context)} has the field '${at}' of non-numeric type ${typeName(existing)}`,
        )
      }
      const result = combine(existing, operand)
      const isOverflow =
        result instanceof Double && kindOf(existing) !== 'double' && kindOf(operand) !== 'double'
      if (!isOverflow) return result
      return fail(
        'BadValue',
        `Failed to apply ${name} operations to current value (${show(existing)}) for document ${documentName(context)}: the result does not fit 64 bits`,
      )
    })
  }

const extreme =
  (sign: 1 | -1): LeafMaker =>
  (path, operand) =>
    leaf(path, (existing) =>
      existing === undefined || compare(operand, existing) * sign > 0 ? operand : existing,
    )

const currentDate: LeafMaker = (path, operand, now) => {
  const type = isDoc(operand) && operand.size === 1 ? operand.get('$type') : undefined
  if (typeof operand === 'boolean' || type === 'date') return leaf(path, () => now)
  if (type === 'timestamp') {
    return leaf(path, () => new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 }))
  }
  if (!isDoc(operand)) {
    return fail(
      'BadValue',
      `${typeName(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
    )
  }
  return fail(
    'BadValue',
    "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
  )
}

const rename: LeafMaker = (from, operand) => {
  if (typeof operand !== 'string')
    return fail('BadValue', `The 'to' field for $rename must be a string: ${from}: ${show(operand)}`)
  if (operand.includes('\0'))
    fail('BadValue', "The 'to' field for $rename cannot contain an embedded null byte")
  const isDynamic = (path: string) =>
    updateParts(path).some((part) => part === '$' || filterIdentifier(part) !== undefined)
  if (isDynamic(from)) fail('BadValue', `The source field for $rename may not be dynamic: ${from}`)
  if (isDynamic(operand)) fail('BadValue', `The destination field for $rename may not be dynamic: ${operand}`)
  if (from === operand)
    fail('BadValue', `The source and target field for $rename must differ: ${from}: "${operand}"`)
  if (`${operand}.`.startsWith(`${from}.`) || `${from}.`.startsWith(`${operand}.`)) {
    fail(
      'BadValue',
      `The source and target field for $rename must not be on the same path: ${from}: "${operand}"`,
    )
  }
  const source = (context: UpdateContext) => valueOutsideArrays(from, 'source', context)
  const isActive = (context: UpdateContext): boolean => {
    if (source(context) === undefined) return false
    valueOutsideArrays(operand, 'destination', context)
    return true
  }
  return [...leaf(operand, (_, context) => source(context), isActive), unset(from, isActive)]
}

function valueOutsideArrays(path: string, which: string, context: UpdateContext): Value | undefined {
  let value: Value | undefined = context.root
  let name = ''
  for (const part of path.split('.')) {
    if (isArray(value)) {
      const doc = `doc with _id: ${show(context.root.get('_id'))}`
      return fail(
        'BadValue',
        `The ${which} field cannot be an array element, '${path}' in ${doc} has an array field called '${name}'`,
      )
    }
    value = isDoc(value) ? value.get(part) : undefined
    name = part
  }
  return value
}

const BIT_OPERATIONS: Record<string, (a: bigint, b: bigint) => bigint> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
}

const isInteger = (value: Value | undefined): value is Int32 | Long =>
  value instanceof Int32 || (value instanceof Long && !(value instanceof Timestamp))

const wholeOf = (value: Int32 | Long): bigint =>
  value instanceof Long ? value.toBigInt() : BigInt(value.value)

const bit: LeafMaker = (path, operand) => {
  if (!isDoc(operand)) {
    return fail(
      'BadValue',
      `The $bit modifier is not compatible with a ${typeName(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    )
  }
  if (operand.size === 0)
    fail(
      'BadValue',
      'You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}',
    )
  const operations = [...operand].map(([name, argument]) => {
    const operation = Object.hasOwn(BIT_OPERATIONS, name) ? BIT_OPERATIONS[name] : undefined
    if (!operation)
      return fail(
        'BadValue',
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${show(argument)}}`,
      )
    if (!isInteger(argument))
      return fail(
        'BadValue',
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeName(argument)}' is not supported here: {${name}: ${show(argument)}}`,
      )
    return { operation, argument }
  })
  return leaf(path, (existing, context, at) => {
    const start = existing ?? new Int32(0)
    if (!isInteger(start)) {
      return fail(
        'BadValue',
        `Cannot apply $bit to a value of non-integral type. ${documentName(context)} has the field ${at} of non-integer type ${typeName(start)}`,
      )
    }
    const isLong = start instanceof Long || operations.some(({ argument }) => argument instanceof Long)
    const bits = operations.reduce(
      (value, { operation, argument }) => operation(value, wholeOf(argument)),
      wholeOf(start),
    )
    return isLong ? longValue(bits) : new Int32(Number(bits))
  })
}

/** The update operators that map one value to another. */
export const SCALAR_OPERATORS: Readonly<Record<string, LeafMaker>> = {
  $set: (path, operand) => leaf(path, () => operand),
  $setOnInsert: (path, operand) =>
    leaf(
      path,
      () => operand,
      ({ isInsert }) => isInsert,
    ),
  $unset: (path) => [unset(path)],
  $inc: arithmetic('$inc', 'increment', add),
  $mul: arithmetic('$mul', 'multiply', multiply),
  $min: extreme(-1),
  $max: extreme(1),
  $rename: rename,
  $currentDate: currentDate,
  $bit: bit,
}
