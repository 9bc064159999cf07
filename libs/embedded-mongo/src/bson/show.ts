import { Decimal128, Double, Int32, Long, ObjectId, Timestamp, type Value } from './values.ts'

const MAX_LENGTH = 200

/** Formats a value for messages like MongoDB does: `{ a: 1, b: "x" }`. Long values are truncated. */
export function show(value: Value | undefined): string {
  const text = write(value)
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}

function write(value: Value | undefined): string {
  if (value === undefined) return 'missing'
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return JSON.stringify(value)
  if (value instanceof Map) {
    if (value.size === 0) return '{}'
    return `{ ${[...value].map(([name, item]) => `${name}: ${write(item)}`).join(', ')} }`
  }
  if (Array.isArray(value))
    return value.length === 0 ? '[]' : `[ ${value.map((item) => write(item)).join(', ')} ]`
  if (value instanceof Date)
    return Number.isNaN(value.getTime()) ? 'Invalid Date' : `new Date(${value.getTime()})`
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`
  if (value instanceof Int32) return String(value.value)
  if (value instanceof Double)
    return Number.isInteger(value.value) ? value.value.toFixed(1) : String(value.value)
  if (value instanceof Decimal128) return `Decimal128('${value.toString()}')`
  if (value instanceof Timestamp) return `Timestamp(${value.t}, ${value.i})`
  return value instanceof Long ? value.toString() : value.inspect()
}
