import { parseDecimal } from './decimal.ts'
import { Decimal128, Double, Long, type NumberValue } from './values.ts'

const fitsLong = (value: bigint): boolean => BigInt.asIntN(64, value) === value

/** Returns the integer part of a number, or undefined when it is not finite or does not fit in 64 bits. */
export function truncatedLong(value: NumberValue): bigint | undefined {
  const whole = wholePart(value)
  return whole !== undefined && fitsLong(whole) ? whole : undefined
}

/** Returns the number when it is an integer that fits in 64 bits, otherwise undefined. */
export function exactLong(value: NumberValue): bigint | undefined {
  const whole = truncatedLong(value)
  if (whole === undefined) return undefined
  if (value instanceof Double) return Number(whole) === value.value ? whole : undefined
  return value instanceof Decimal128 && !isWholeDecimal(value) ? undefined : whole
}

function wholePart(value: NumberValue): bigint | undefined {
  if (value instanceof Long) return value.toBigInt()
  if (value instanceof Decimal128) {
    const parsed = parseDecimal(value)
    // Numbers above 10^20 exceed 64 bits, so no large powers of ten are needed.
    if (typeof parsed === 'number' || parsed.exponent > 20) return undefined
    const power = 10n ** BigInt(Math.min(Math.abs(parsed.exponent), 40))
    const magnitude = parsed.exponent < 0 ? parsed.coefficient / power : parsed.coefficient * power
    return parsed.isNegative ? -magnitude : magnitude
  }
  return Number.isFinite(value.value) ? BigInt(Math.trunc(value.value)) : undefined
}

function isWholeDecimal(value: Decimal128): boolean {
  const parsed = parseDecimal(value)
  if (typeof parsed === 'number') return false
  return parsed.exponent >= 0 || parsed.coefficient % 10n ** BigInt(Math.min(-parsed.exponent, 40)) === 0n
}
