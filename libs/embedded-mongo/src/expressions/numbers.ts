import type { NumberValue } from '../bson/values.ts'
import { Decimal128, Double, Int32, Long, toNumber } from '../bson/values.ts'
import type { Decimal } from './decimal-arithmetic.ts'
import { addDecimals, decimalParts, multiplyDecimals, toDecimal128 } from './decimal-arithmetic.ts'

/** The numeric BSON types from the narrowest to the widest. */
export type Kind = 'int' | 'long' | 'double' | 'decimal'
const KINDS: readonly Kind[] = ['int', 'long', 'double', 'decimal']

export function kindOf(value: NumberValue): Kind {
  if (value instanceof Int32) return 'int'
  if (value instanceof Long) return 'long'
  return value instanceof Double ? 'double' : 'decimal'
}

export const wider = (a: Kind, b: Kind): Kind => (KINDS.indexOf(a) < KINDS.indexOf(b) ? b : a)

/** Returns the integer part of a number. */
export function toBigInt(value: NumberValue): bigint {
  if (value instanceof Long) return value.toBigInt()
  if (value instanceof Decimal128) {
    const parts = decimalParts(value) ?? { coefficient: 0n, exponent: 0 }
    const power = 10n ** BigInt(Math.abs(parts.exponent))
    return parts.exponent < 0 ? parts.coefficient / power : parts.coefficient * power
  }
  return BigInt(Math.trunc(value.value))
}

export const fitsInt = (value: bigint): boolean => BigInt.asIntN(32, value) === value
export const fitsLong = (value: bigint): boolean => BigInt.asIntN(64, value) === value

/** Returns an integer in the first of these types that can hold it: `kind`, long, double. */
export function wholeNumber(value: bigint, kind: Kind): NumberValue {
  if (kind === 'int' && fitsInt(value)) return new Int32(Number(value))
  return fitsLong(value) ? Long.fromBigInt(value) : new Double(Number(value))
}

/** Converts a number to Decimal128; a double keeps 15 significant digits, as in MongoDB. */
export function toDecimal(value: NumberValue): Decimal128 {
  if (value instanceof Decimal128) return value
  if (!(value instanceof Double)) return Decimal128.fromString(value.toString())
  if (Number.isFinite(value.value)) {
    return Decimal128.fromString(value.value === 0 ? '0' : value.value.toExponential(14))
  }
  return Decimal128.fromString(String(value.value))
}

/** Applies `finite` to two decimals, or `special` to their JavaScript numbers if one is NaN or infinite. */
export function onDecimals(
  a: NumberValue,
  b: NumberValue,
  finite: (a: Decimal, b: Decimal) => Decimal,
  special: (a: number, b: number) => number,
): Decimal128 {
  const [x, y] = [toDecimal(a), toDecimal(b)]
  const [p, q] = [decimalParts(x), decimalParts(y)]
  if (p && q) return toDecimal128(finite(p, q))
  return Decimal128.fromString(String(special(toNumber(x), toNumber(y))))
}

/**
 * Returns the sum in the wider of the two types. An int that overflows becomes a long, and a long becomes a double.
 */
export function add(a: NumberValue, b: NumberValue): NumberValue {
  const kind = wider(kindOf(a), kindOf(b))
  if (kind === 'decimal') return onDecimals(a, b, addDecimals, (x, y) => x + y)
  if (kind === 'double') return new Double(toNumber(a) + toNumber(b))
  return wholeNumber(toBigInt(a) + toBigInt(b), kind)
}

export function negate(value: NumberValue): NumberValue {
  return multiply(value, new Int32(-1))
}

/**
 * Returns the product in the wider of the two types. An int that overflows becomes a long, and a long becomes a
 * double.
 */
export function multiply(a: NumberValue, b: NumberValue): NumberValue {
  const kind = wider(kindOf(a), kindOf(b))
  if (kind === 'decimal') return onDecimals(a, b, multiplyDecimals, (x, y) => x * y)
  if (kind === 'double') return new Double(toNumber(a) * toNumber(b))
  return wholeNumber(toBigInt(a) * toBigInt(b), kind)
}

/**
 * A running sum that is exact for ints and longs, error-compensated for doubles and rounded to 34 digits for
 * decimals.
 */
export class Sum {
  private whole = 0n
  private fraction = 0
  private lost = 0
  private decimal: NumberValue | undefined
  private kind: Kind = 'int'

  add(value: NumberValue): void {
    this.kind = wider(this.kind, kindOf(value))
    if (value instanceof Decimal128) this.decimal = this.decimal ? add(this.decimal, value) : value
    else if (value instanceof Double) this.addDouble(value.value)
    else this.whole += toBigInt(value)
  }

  private addDouble(value: number): void {
    const next = this.fraction + value
    if (Number.isFinite(next))
      this.lost +=
        Math.abs(this.fraction) >= Math.abs(value)
          ? this.fraction - next + value
          : value - next + this.fraction
    this.fraction = next
  }

  /** Returns the sum in the widest type added, or in a wider one if it does not fit; int 0 when nothing was added. */
  result(): NumberValue {
    const doubles = Number.isFinite(this.fraction) ? this.fraction + this.lost : this.fraction
    if (this.kind === 'decimal') {
      const rest =
        doubles === 0
          ? wholeNumber(this.whole, 'long')
          : add(toDecimal(new Double(doubles)), wholeNumber(this.whole, 'long'))
      return this.decimal ? add(this.decimal, rest) : toDecimal(rest)
    }
    return this.kind === 'double'
      ? new Double(Number(this.whole) + doubles)
      : wholeNumber(this.whole, this.kind)
  }
}
