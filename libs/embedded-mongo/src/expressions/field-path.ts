import type { Value } from '../bson/values.ts'
import { isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'

/**
 * Compiles a field path (`a.b`). An array on the path yields an array of its documents' values, without those in
 * nested arrays. A number in the path is a field name, never an index. Throws for a part that is empty or starts with
 * `$`.
 */
export function compileFieldPath(path: string): (from: Value | undefined) => Value | undefined {
  const parts = path.split('.')
  if (parts.some((part) => part === ''))
    fail(15998, `FieldPath field names may not be empty strings: '${path}'`)
  if (parts.some((part) => part.startsWith('$')))
    fail(16410, `FieldPath field names may not start with '$': '${path}'`)
  return (from) => read(from, parts, 0)
}

function read(from: Value | undefined, parts: readonly string[], at: number): Value | undefined {
  if (at === parts.length) return from
  if (isDoc(from)) return read(from.get(parts[at]!), parts, at + 1)
  if (!Array.isArray(from)) return undefined
  return from.flatMap((each) => {
    if (!isDoc(each)) return []
    const found = read(each, parts, at)
    return found === undefined ? [] : [found]
  })
}
