import type { NumberValue, Value } from '../bson/values.ts'
import { Decimal128, Double, Int32, Long, isNumber, toNumber, typeName } from '../bson/values.ts'
import { fail, unsupported } from '../errors.ts'
import {
  decimalParts,
  divideDecimals,
  quantize,
  remainderOfDecimals,
  toDecimal128,
} from './decimal-arithmetic.ts'
import { add, kindOf, multiply, negate, onDecimals, toBigInt, wholeNumber, wider } from './numbers.ts'
import type { Operator, Operators } from './operator.ts'
import { isNullish, nullable, operator } from './operator.ts'

type Rounding = 'even' | 'zero' | 'floor' | 'ceil'

const typeOf = (value: Value | undefined): string => (value === undefined ? 'missing' : typeName(value))

function numeric(value: Value, name: string, code: number): NumberValue {
  if (!isNumber(value)) return fail(code, `${name} only supports numeric types, not ${typeName(value)}`)
  return value
}

/** Adds numbers. If one of them is a date, the result is a date. */
function plus(values: (Value | undefined)[], name: string): Value {
  if (values.some(isNullish)) return null
  const dates = values.filter((value) => value instanceof Date)
  if (dates.length > 1) fail(16612, `only one date allowed in an ${name} expression`)
  let sum: NumberValue = new Int32(0)
  for (const value of values) {
    if (value instanceof Date) sum = add(sum, Long.fromNumber(value.getTime()))
    else if (isNumber(value)) sum = add(sum, value)
    else fail('TypeMismatch', `${name} only supports numeric or date types, not ${typeOf(value)}`)
  }
  return dates.length > 0 ? toDate(sum) : sum
}

const toDate = (milliseconds: NumberValue): Date => new Date(Number(roundedWhole(milliseconds)))

const roundedWhole = (value: NumberValue): bigint => toBigInt(round(value, 0, 'even'))

function minus([a, b]: (Value | undefined)[], name: string): Value {
  if (isNullish(a) || isNullish(b)) return null
  if (a instanceof Date && b instanceof Date) return Long.fromNumber(a.getTime() - b.getTime())
  if (a instanceof Date && isNumber(b)) return toDate(add(Long.fromNumber(a.getTime()), negate(b)))
  if (isNumber(a) && isNumber(b)) {
    const whole = wider(kindOf(a), kindOf(b))
    if (whole === 'int' || whole === 'long') return wholeNumber(toBigInt(a) - toBigInt(b), whole)
    return add(a, negate(b))
  }
  return fail('TypeMismatch', `can't ${name} ${typeOf(b)} from ${typeOf(a)}`)
}

function times(values: (Value | undefined)[], name: string): Value {
  if (values.some(isNullish)) return null
  return values.reduce<NumberValue>(
    (product, value) =>
      isNumber(value)
        ? multiply(product, value)
        : fail('TypeMismatch', `${name} only supports numeric types, not ${typeOf(value)}`),
    new Int32(1),
  )
}

function divide([a, b]: (Value | undefined)[], name: string): Value {
  if (isNullish(a) || isNullish(b)) return null
  if (!isNumber(a) || !isNumber(b)) {
    return fail('TypeMismatch', `${name} only supports numeric types, not ${typeOf(a)} and ${typeOf(b)}`)
  }
  if (toNumber(b) === 0) fail('BadValue', "can't $divide by zero")
  if (a instanceof Decimal128 || b instanceof Decimal128)
    return onDecimals(a, b, divideDecimals, (x, y) => x / y)
  return new Double(toNumber(a) / toNumber(b))
}

function modulo([a, b]: (Value | undefined)[], name: string): Value {
  if (isNullish(a) || isNullish(b)) return null
  if (!isNumber(a) || !isNumber(b)) {
    return fail(16611, `${name} only supports numeric types, not ${typeOf(a)} and ${typeOf(b)}`)
  }
  if (toNumber(b) === 0) fail(16610, "can't $mod by zero")
  const kind = wider(kindOf(a), kindOf(b))
  if (kind === 'decimal') return onDecimals(a, b, remainderOfDecimals, (x, y) => x % y)
  if (kind === 'double') return new Double(toNumber(a) % toNumber(b))
  return wholeNumber(toBigInt(a) % toBigInt(b), kind)
}

/** Rounds to a number of decimal places. Ints and longs keep their type unless the result overflows. */
export function round(value: NumberValue, places: number, mode: Rounding): NumberValue {
  if (value instanceof Decimal128) {
    const parts = decimalParts(value)
    return parts ? toDecimal128(quantize(parts, places, mode)) : value
  }
  if (!(value instanceof Double)) {
    if (places >= 0) return value
    const rounded = quantize({ coefficient: toBigInt(value), exponent: 0 }, places, mode)
    return wholeNumber(rounded.coefficient * 10n ** BigInt(rounded.exponent), kindOf(value))
  }
  if (!Number.isFinite(value.value) || value.value === 0) return value
  // Rounds the double's exact value: 2.675 is stored slightly below 2.675 and rounds to 2.67.
  const written = decimalParts(Decimal128.fromString(value.value.toPrecision(34)))
  if (!written) return value
  const { coefficient, exponent } = quantize(written, places, mode)
  return new Double(Number(`${coefficient}e${exponent}`) || (value.value < 0 ? -0 : 0))
}

const rounding = (mode: Rounding): Operator =>
  operator(1, 2, ([value, place], name) => {
    if (isNullish(value) || place === null) return null
    const places = place === undefined ? 0 : toNumber(numeric(place, name, 51081))
    if (!Number.isInteger(places)) fail(51082, `invalid argument to ${name} place: it must be a whole number`)
    if (places < -20 || places > 100) fail(51083, `cannot apply ${name} with a place outside -20 to 100`)
    return round(numeric(value, name, 51081), places, mode)
  })

function magnitude(value: NumberValue): NumberValue {
  if (toNumber(value) >= 0 && !Object.is(toNumber(value), -0)) return value
  if (value instanceof Long && value.equals(Long.MIN_VALUE)) fail(28680, "can't take $abs of long long min")
  return negate(value)
}

function power([base, exponent]: (Value | undefined)[], name: string): Value {
  if (isNullish(base) || isNullish(exponent)) return null
  const [a, b] = [numeric(base, name, 28762), numeric(exponent, name, 28763)]
  const kind = wider(kindOf(a), kindOf(b))
  if (toNumber(a) === 0 && toNumber(b) < 0)
    fail(28764, `${name} cannot take a base of 0 and a negative exponent`)
  if (kind === 'double') return new Double(toNumber(a) ** toNumber(b))
  const times = toNumber(b)
  if (kind === 'decimal') {
    if (!Number.isInteger(times) || times < 0 || times > 1000)
      return unsupported(`${name} of a decimal with this exponent`)
    let result: NumberValue = Decimal128.fromString('1')
    for (let n = 0; n < times; n += 1) result = multiply(result, a)
    return result
  }
  if (times < 0 || (times > 64 && Math.abs(toNumber(a)) > 1)) return new Double(toNumber(a) ** times)
  return wholeNumber(toBigInt(a) ** toBigInt(b), kind)
}

/** Creates an operator that returns a double. Decimals are rejected because the result would lose digits. */
const real = (
  apply: (value: number) => number,
  accepts?: (value: number) => boolean,
  code = 50989,
): Operator =>
  nullable((value, name) => {
    const number = numeric(value, name, 28765)
    if (number instanceof Decimal128) return unsupported(`${name} of a decimal`)
    if (accepts && !Number.isNaN(toNumber(number)) && !accepts(toNumber(number)))
      fail(code, `cannot apply ${name} to ${toNumber(number)}: it is out of range`)
    return new Double(apply(toNumber(number)))
  })

function logarithm([value, base]: (Value | undefined)[], name: string): Value {
  if (isNullish(value) || isNullish(base)) return null
  const [a, b] = [numeric(value, name, 28756), numeric(base, name, 28757)]
  if (a instanceof Decimal128 || b instanceof Decimal128) return unsupported(`${name} of a decimal`)
  if (toNumber(a) <= 0) fail(28758, `${name}'s argument must be a positive number, but is ${toNumber(a)}`)
  if (toNumber(b) <= 0 || toNumber(b) === 1)
    fail(28759, `${name}'s base must be a positive number not equal to 1`)
  return new Double(Math.log(toNumber(a)) / Math.log(toNumber(b)))
}

const bits = (start: bigint, apply: (a: bigint, b: bigint) => bigint): Operator =>
  operator(0, Infinity, (values, name) => {
    if (values.some(isNullish)) return null
    let kind: 'int' | 'long' = 'int'
    let result = start
    for (const value of values) {
      if (!(value instanceof Int32) && !(value instanceof Long))
        return fail('TypeMismatch', `${name} only supports int and long operands, not ${typeOf(value)}`)
      if (value instanceof Long) kind = 'long'
      result = apply(result, toBigInt(value))
    }
    return wholeNumber(result, kind)
  })

const positive = (value: number) => value > 0

export const arithmeticOperators: Operators = {
  $add: operator(0, Infinity, plus),
  $subtract: operator(2, 2, minus),
  $multiply: operator(0, Infinity, times),
  $divide: operator(2, 2, divide),
  $mod: operator(2, 2, modulo),
  $abs: nullable((value, name) => magnitude(numeric(value, name, 28765))),
  $ceil: nullable((value, name) => round(numeric(value, name, 28765), 0, 'ceil')),
  $floor: nullable((value, name) => round(numeric(value, name, 28765), 0, 'floor')),
  $round: rounding('even'),
  $trunc: rounding('zero'),
  $pow: operator(2, 2, power),
  $sqrt: real(Math.sqrt, (value) => value >= 0, 28714),
  $exp: real(Math.exp),
  $ln: real(Math.log, positive, 28766),
  $log10: real(Math.log10, positive, 28761),
  $log: operator(2, 2, logarithm),
  $bitAnd: bits(-1n, (a, b) => a & b),
  $bitOr: bits(0n, (a, b) => a | b),
  $bitXor: bits(0n, (a, b) => a ^ b),
  $bitNot: nullable((value, name) =>
    value instanceof Int32 || value instanceof Long
      ? wholeNumber(~toBigInt(value), kindOf(value))
      : fail('TypeMismatch', `${name} only supports int and long, not: ${typeName(value)}`),
  ),
}
