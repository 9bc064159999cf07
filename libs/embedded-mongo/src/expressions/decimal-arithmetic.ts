import { divideHalfEven, makeDecimal, parseDecimal } from '../bson/decimal.ts'
import type { Decimal128 } from '../bson/values.ts'

const DIGITS = 34

/** A finite decimal: coefficient × 10^exponent, with the sign in the coefficient. */
export interface Decimal {
  readonly coefficient: bigint
  readonly exponent: number
}

/** Returns the exact parts of a decimal, or undefined for NaN and infinities. */
export function decimalParts(value: Decimal128): Decimal | undefined {
  const parsed = parseDecimal(value)
  if (typeof parsed === 'number') return undefined
  const { isNegative, coefficient, exponent } = parsed
  return { coefficient: isNegative ? -coefficient : coefficient, exponent }
}

/** Returns the nearest Decimal128 (34 digits, ties to even). */
export const toDecimal128 = ({ coefficient, exponent }: Decimal): Decimal128 =>
  makeDecimal({ isNegative: coefficient < 0n, coefficient: absolute(coefficient), exponent })

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

const digitCount = (value: bigint): number => absolute(value).toString().length

function aligned(a: Decimal, b: Decimal): [bigint, bigint, number] {
  const exponent = Math.min(a.exponent, b.exponent)
  const scale = (each: Decimal) => each.coefficient * 10n ** BigInt(each.exponent - exponent)
  return [scale(a), scale(b), exponent]
}

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, exponent] = aligned(a, b)
  return { coefficient: x + y, exponent }
}

export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  coefficient: a.coefficient * b.coefficient,
  exponent: a.exponent + b.exponent,
})

/** Returns the remainder with the sign of the dividend; `b` must not be zero. */
export function remainderOfDecimals(a: Decimal, b: Decimal): Decimal {
  const [x, y, exponent] = aligned(a, b)
  return { coefficient: x % y, exponent }
}

/**
 * Divides with enough digits to round the result to 34; `b` must not be zero. An exact quotient gets the exponent that
 * IEEE 754 prefers, if possible.
 */
export function divideDecimals(a: Decimal, b: Decimal): Decimal {
  const ideal = a.exponent - b.exponent
  const shift = Math.max(0, DIGITS + 2 + digitCount(b.coefficient) - digitCount(a.coefficient))
  const divisor = absolute(b.coefficient)
  const dividend = (b.coefficient < 0n ? -a.coefficient : a.coefficient) * 10n ** BigInt(shift)
  let coefficient = dividend / divisor
  let exponent = ideal - shift
  if (dividend % divisor !== 0n) {
    // An extra sticky digit makes the later rounding to 34 digits correct.
    return { coefficient: coefficient * 10n + (dividend < 0n ? -1n : 1n), exponent: exponent - 1 }
  }
  while (exponent < ideal && coefficient % 10n === 0n) {
    coefficient /= 10n
    exponent += 1
  }
  return { coefficient, exponent }
}

/** Rounds to `places` digits after the decimal point, or before it if `places` is negative. */
export function quantize(value: Decimal, places: number, mode: 'even' | 'zero' | 'floor' | 'ceil'): Decimal {
  const drop = -places - value.exponent
  if (drop <= 0) return value
  const divisor = 10n ** BigInt(drop)
  const { coefficient } = value
  let quotient = coefficient / divisor
  if (mode === 'even')
    quotient = divideHalfEven(absolute(coefficient), divisor) * (coefficient < 0n ? -1n : 1n)
  if (mode === 'floor' && coefficient < 0n && coefficient % divisor !== 0n) quotient -= 1n
  if (mode === 'ceil' && coefficient > 0n && coefficient % divisor !== 0n) quotient += 1n
  return { coefficient: quotient, exponent: -places }
}
