import type { NumberValue, TypeName, Value } from '../bson/values.ts'
import {
  Decimal128,
  Double,
  Int32,
  Long,
  ObjectId,
  TYPE_CODES,
  isNumber,
  isTruthy,
  toInteger,
  toNumber,
  typeName,
} from '../bson/values.ts'
import { MongoError, fail } from '../errors.ts'
import { dateFrom } from './date-operators.ts'
import { fitsInt, fitsLong, toBigInt, toDecimal } from './numbers.ts'
import type { Operator, Operators } from './operator.ts'
import { isNullish, named, operator } from './operator.ts'

/** Formats a number like $toString: doubles with up to 16 significant digits, like %.16g in C. */
export function numberToString(value: NumberValue): string {
  if (!(value instanceof Double)) return value.toString()
  if (!Number.isFinite(value.value)) return String(value.value)
  const [digits = '', power = '0'] = value.value.toExponential(15).split('e')
  const exponent = Number(power)
  if (exponent >= -4 && exponent < 16) {
    const fixed = value.value.toFixed(15 - exponent)
    return fixed.includes('.') ? fixed.replace(/\.?0+$/, '') : fixed
  }
  const magnitude = String(Math.abs(exponent)).padStart(2, '0')
  return `${digits.replace(/\.?0+$/, '')}e${exponent < 0 ? '-' : '+'}${magnitude}`
}

type Target = 'double' | 'string' | 'objectId' | 'bool' | 'date' | 'int' | 'long' | 'decimal'

const wrong = (message: string): never =>
  fail('ConversionFailure', `${message} in $convert with no onError value`)

function parseNumber(text: string, to: Target): NumberValue {
  const isWhole = to === 'int' || to === 'long'
  const pattern = isWhole ? /^[+-]?\d+$/ : /^[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|inf|infinity|nan)$/i
  if (!pattern.test(text)) return wrong(`Failed to parse number '${text}'`)
  if (isWhole) return whole(BigInt(text.replace('+', '')), to)
  if (to === 'decimal') return Decimal128.fromStringWithRounding(text)
  return new Double(Number(text.replace(/^([+-]?)inf(inity)?$/i, '$1Infinity').replace(/^[+-]?nan$/i, 'NaN')))
}

function whole(value: bigint, to: 'int' | 'long'): NumberValue {
  if (to === 'int' ? !fitsInt(value) : !fitsLong(value)) wrong('Conversion would overflow target type')
  return to === 'int' ? new Int32(Number(value)) : Long.fromBigInt(value)
}

function toNumeric(value: Value, to: 'int' | 'long' | 'double' | 'decimal'): Value | undefined {
  if (typeof value === 'string') return parseNumber(value, to)
  const number =
    typeof value === 'boolean'
      ? new Int32(Number(value))
      : value instanceof Date && to !== 'int'
        ? Long.fromNumber(value.getTime())
        : value
  if (!isNumber(number)) return undefined
  if (to === 'decimal') return toDecimal(number)
  if (to === 'double') return new Double(toNumber(number))
  if (!Number.isFinite(toNumber(number))) wrong('Attempt to convert NaN or infinity value to integer type')
  return whole(toBigInt(number), to)
}

function toText(value: Value): Value | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (value instanceof Date) return value.toISOString()
  if (value instanceof ObjectId) return value.toHexString()
  return isNumber(value) ? numberToString(value) : undefined
}

function toObjectId(value: Value): Value | undefined {
  if (value instanceof ObjectId) return value
  if (typeof value !== 'string') return undefined
  if (!/^[0-9a-f]{24}$/i.test(value)) wrong(`Failed to parse objectId '${value}': it must be 24 hex digits`)
  return new ObjectId(value)
}

function convert(value: Value, to: Target): Value {
  const converted =
    to === 'string'
      ? toText(value)
      : to === 'bool'
        ? isTruthy(value)
        : to === 'objectId'
          ? toObjectId(value)
          : to === 'date'
            ? dateFrom(value)
            : toNumeric(value, to)
  return converted ?? wrong(`Unsupported conversion from ${typeName(value)} to ${to}`)
}

const TARGETS: readonly string[] = ['double', 'string', 'objectId', 'bool', 'date', 'int', 'long', 'decimal']

function targetOf(value: Value | undefined, name: string): Target | null {
  if (isNullish(value)) return null
  const code = toInteger(value)
  const target =
    code === undefined ? value : Object.keys(TYPE_CODES).find((key) => TYPE_CODES[key as TypeName] === code)
  if (typeof target !== 'string' || !TARGETS.includes(target))
    fail('BadValue', `${name}: 'to' must be one of ${TARGETS.join(', ')}`)
  return target as Target
}

const conversion = (to: Target): Operator =>
  operator(1, 1, ([value]) => (isNullish(value) ? null : convert(value, to)))

export const conversionOperators: Operators = {
  $type: operator(1, 1, ([value]) => (value === undefined ? 'missing' : typeName(value))),
  $isNumber: operator(1, 1, ([value]) => isNumber(value)),
  $toInt: conversion('int'),
  $toLong: conversion('long'),
  $toDouble: conversion('double'),
  $toDecimal: conversion('decimal'),
  $toString: conversion('string'),
  $toBool: conversion('bool'),
  $toDate: conversion('date'),
  $toObjectId: conversion('objectId'),
  $convert: named(['input', 'to'], ['onError', 'onNull'], ({ input, to, onError, onNull }, name, given) => {
    const target = targetOf(to, name)
    if (isNullish(input)) return given.has('onNull') ? onNull : null
    if (target === null) return null
    try {
      return convert(input, target)
    } catch (error) {
      if (given.has('onError') && error instanceof MongoError && error.codeName === 'ConversionFailure')
        return onError
      throw error
    }
  }),
}
