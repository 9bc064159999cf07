import { BSONRegExp, type Doc, type Value, isArray, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { isOperatorDoc } from '../query/match-operators.ts'

/**
 * Returns the initial document of an upsert: the filter's equality conditions, with `_id` first. Fails with 54 when a
 * path is set twice.
 */
export function upsertSeed(filter: Doc): Doc {
  const equalities = new Map<string, Value>()
  collect(filter, equalities)
  const paths = [...equalities.keys()].sort()
  const id = equalities.get('_id')
  const seed: Doc = id === undefined ? new Map() : new Map([['_id', id]])
  for (const path of paths) if (path !== '_id') put(seed, path, equalities.get(path)!)
  return seed
}

function collect(filter: Doc, equalities: Map<string, Value>): void {
  for (const [name, value] of filter) {
    const branches = isArray(value) ? value : []
    if (name === '$and' || (name === '$or' && branches.length === 1)) {
      for (const branch of branches) if (isDoc(branch)) collect(branch, equalities)
    }
    if (name.startsWith('$')) continue
    for (const operand of equalOperands(value)) {
      const twice = [...equalities.keys()].find((path) => overlaps(path, name))
      if (twice !== undefined) {
        fail('NotSingleValueField', `cannot infer query fields to set, path '${twice}' is matched twice`)
      }
      equalities.set(name, operand)
    }
  }
}

const overlaps = (a: string, b: string): boolean => `${a}.`.startsWith(`${b}.`) || `${b}.`.startsWith(`${a}.`)

/**
 * Returns the values that a field must equal according to a plain value, `$eq`, `$all` or an `$in` with one value.
 */
function equalOperands(value: Value): Value[] {
  if (!isOperatorDoc(value)) return value instanceof BSONRegExp ? [] : [value]
  const operands: Value[] = []
  for (const [operator, operand] of value) {
    if (operator === '$eq') operands.push(operand)
    if (isArray(operand) && (operator === '$all' || (operator === '$in' && operand.length === 1))) {
      operands.push(...operand.filter((item) => !isOperatorDoc(item) && !(item instanceof BSONRegExp)))
    }
  }
  return operands
}

function put(doc: Doc, path: string, value: Value): void {
  const parts = path.split('.')
  const last = parts.pop()!
  let current = doc
  for (const part of parts) {
    let next = current.get(part)
    if (!isDoc(next)) current.set(part, (next = new Map()))
    current = next
  }
  current.set(last, value)
}
