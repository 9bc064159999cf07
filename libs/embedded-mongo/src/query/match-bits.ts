import { bytesOf } from '../bson/compare.ts'
import { exactLong } from '../bson/integers.ts'
import { show } from '../bson/show.ts'
import { Binary, type Value, isArray, isNumber } from '../bson/values.ts'
import { fail } from '../errors.ts'

/** Compiles `$bitsAllSet` and the other bit operators, which test integers and binary data. */
export function bitsTest(operator: string, operand: Value): (value: Value | undefined) => boolean {
  const positions = bitPositions(operator, operand)
  const wantsSet = operator.endsWith('Set')
  const isEvery = operator.startsWith('$bitsAll')
  return (value) => {
    const isSet = bitReader(value)
    if (isSet === undefined) return false
    const holds = (position: number) => isSet(position) === wantsSet
    return isEvery ? positions.every(holds) : positions.some(holds)
  }
}

function bitPositions(operator: string, operand: Value): number[] {
  if (isArray(operand)) return operand.map((item) => bitPosition(operator, item))
  if (operand instanceof Binary) {
    const isSet = binaryBits(operand)
    return Array.from({ length: operand.position * 8 }, (_, position) => position).filter(isSet)
  }
  if (!isNumber(operand)) {
    return fail(
      'BadValue',
      `${operator} takes an Array, a number, or a BinData but received: ${show(operand)}`,
    )
  }
  const mask =
    exactLong(operand) ?? fail('FailedToParse', `Expected an integer: ${operator}: ${show(operand)}`)
  if (mask < 0n) fail('FailedToParse', `Expected a non-negative number in: ${operator}: ${mask}`)
  return Array.from({ length: 63 }, (_, position) => position).filter(
    (position) => (mask >> BigInt(position)) & 1n,
  )
}

function bitPosition(operator: string, item: Value): number {
  const position = isNumber(item) ? exactLong(item) : undefined
  if (position === undefined) return fail('BadValue', `bit positions of ${operator} must be integers`)
  if (position < 0n || position > 0x7fffffffn) {
    fail(
      'BadValue',
      `bit positions of ${operator} must be >= 0 and fit a 32-bit integer but got: ${position}`,
    )
  }
  return Number(position)
}

/** Numbers are sign-extended beyond 64 bits; binary data is little-endian and zero beyond its end. */
function bitReader(value: Value | undefined): ((position: number) => boolean) | undefined {
  if (value instanceof Binary) return binaryBits(value)
  const number = isNumber(value) ? exactLong(value) : undefined
  if (number === undefined) return undefined
  return (position) => ((number >> BigInt(Math.min(position, 63))) & 1n) === 1n
}

function binaryBits(value: Binary): (position: number) => boolean {
  const bytes = bytesOf(value)
  return (position) => (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1
}
