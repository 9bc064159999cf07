import { Decimal128 } from './values.ts'

/** A finite decimal: coefficient × 10^exponent. `isNegative` keeps the sign of zero. */
export type Decimal = { isNegative: boolean; coefficient: bigint; exponent: number }

const EXPONENT_BIAS = 6176
const MAX_EXPONENT = 6111
const DIGITS = 34
const LIMIT = 10n ** BigInt(DIGITS)
const COEFFICIENT_MASK = (1n << 113n) - 1n

/** Splits a Decimal128 into its parts. NaN and infinities are returned as JavaScript numbers. */
export function parseDecimal(value: Decimal128): Decimal | number {
  const view = new DataView(value.bytes.buffer, value.bytes.byteOffset, 16)
  const high = view.getBigUint64(8, true)
  const bits = (high << 64n) | view.getBigUint64(0, true)
  const isNegative = high >> 63n === 1n
  const combination = Number((high >> 58n) & 0x1fn)
  if (combination === 0x1f) return NaN
  if (combination === 0x1e) return isNegative ? -Infinity : Infinity
  // A coefficient that starts with binary 100 exceeds 34 digits and is read as zero.
  if (combination >= 0x18) {
    return { isNegative, coefficient: 0n, exponent: Number((high >> 47n) & 0x3fffn) - EXPONENT_BIAS }
  }
  const coefficient = bits & COEFFICIENT_MASK
  const exponent = Number((high >> 49n) & 0x3fffn) - EXPONENT_BIAS
  return { isNegative, coefficient: coefficient < LIMIT ? coefficient : 0n, exponent }
}

/** Returns the nearest Decimal128. Rounds half to even at 34 digits; overflows to infinity. */
export function makeDecimal(decimal: Decimal): Decimal128 {
  let { coefficient, exponent } = decimal
  const excess = Math.max(coefficient.toString().length - DIGITS, -EXPONENT_BIAS - exponent, 0)
  if (excess > 0) {
    coefficient = divideHalfEven(coefficient, 10n ** BigInt(Math.min(excess, 2 * EXPONENT_BIAS)))
    exponent += excess
    if (coefficient === LIMIT) {
      coefficient /= 10n
      exponent++
    }
  }
  while (exponent > MAX_EXPONENT && coefficient !== 0n && coefficient * 10n < LIMIT) {
    coefficient *= 10n
    exponent--
  }
  if (exponent > MAX_EXPONENT) {
    if (coefficient !== 0n) return Decimal128.fromString(decimal.isNegative ? '-Infinity' : 'Infinity')
    exponent = MAX_EXPONENT
  }
  const sign = decimal.isNegative ? 1n << 127n : 0n
  const bits = sign | (BigInt(exponent + EXPONENT_BIAS) << 113n) | coefficient
  const bytes = Buffer.alloc(16)
  bytes.writeBigUInt64LE(BigInt.asUintN(64, bits), 0)
  bytes.writeBigUInt64LE(bits >> 64n, 8)
  return new Decimal128(bytes)
}

/** Divides non-negative integers, rounding half to even. */
export function divideHalfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor
  const twice = (dividend % divisor) * 2n
  const roundsUp = twice > divisor || (twice === divisor && quotient % 2n === 1n)
  return roundsUp ? quotient + 1n : quotient
}

/** Returns the signed coefficients of two decimals, scaled to a common exponent. */
export function align(a: Decimal, b: Decimal): { left: bigint; right: bigint; exponent: number } {
  const exponent = Math.min(a.exponent, b.exponent)
  return { left: scaled(a, exponent), right: scaled(b, exponent), exponent }
}

function scaled(decimal: Decimal, exponent: number): bigint {
  const magnitude = decimal.coefficient * 10n ** BigInt(decimal.exponent - exponent)
  return decimal.isNegative ? -magnitude : magnitude
}

/** Converts a whole number to a decimal. */
export const decimalOf = (value: bigint): Decimal => ({
  isNegative: value < 0n,
  coefficient: value < 0n ? -value : value,
  exponent: 0,
})

/** Returns the exact decimal expansion of a finite double. */
export function exactDecimal(value: number): Decimal {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const isNegative = bits >> 63n === 1n
  const biased = Number((bits >> 52n) & 0x7ffn)
  const fraction = bits & 0xfffffffffffffn
  const significand = biased === 0 ? fraction : fraction | (1n << 52n)
  const power = (biased === 0 ? 1 : biased) - 1075
  if (power >= 0) return { isNegative, coefficient: significand << BigInt(power), exponent: 0 }
  return { isNegative, coefficient: significand * 5n ** BigInt(-power), exponent: power }
}
