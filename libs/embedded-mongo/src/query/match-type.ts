import { exactLong } from '../bson/integers.ts'
import { TYPE_CODES, type TypeName, type Value, isArray, isNumber, typeName } from '../bson/values.ts'
import { fail } from '../errors.ts'

const NUMBER_TYPES: TypeName[] = ['int', 'long', 'double', 'decimal']
const NAMES_BY_CODE = new Map(Object.entries(TYPE_CODES).map(([name, code]) => [code, name as TypeName]))

/** Obsolete types that no stored value can have. Filters with them are accepted but match nothing. */
const OBSOLETE = new Map<string | number, TypeName[]>([
  ['undefined', []],
  ['dbPointer', []],
  [6, []],
  [12, []],
])

/** Compiles `$type`: a name, a code, or an array of them. Fails with BadValue for an unknown type. */
export function typeTest(operand: Value, path: string): (value: Value | undefined) => boolean {
  const operands = isArray(operand) ? operand : [operand]
  if (operands.length === 0) fail('FailedToParse', `${path || '$type'} must match at least one type`)
  const types = new Set(operands.flatMap((each) => typesOf(each)))
  return (value) => value !== undefined && types.has(typeName(value))
}

function typesOf(operand: Value): TypeName[] {
  if (typeof operand === 'string') {
    if (operand === 'number') return NUMBER_TYPES
    if (Object.hasOwn(TYPE_CODES, operand)) return [operand as TypeName]
    return OBSOLETE.get(operand) ?? fail('BadValue', `Unknown type name alias: ${operand}`)
  }
  if (!isNumber(operand)) return fail('TypeMismatch', 'type must be represented as a number or a string')
  const code = Number(exactLong(operand) ?? NaN)
  const name = NAMES_BY_CODE.get(code)
  if (name !== undefined) return [name]
  if (code === 0) fail('BadValue', 'Invalid numerical type code: 0. Instead use {$exists:false}.')
  return OBSOLETE.get(code) ?? fail('BadValue', `Invalid numerical type code: ${operand.toString()}`)
}
