import { type Value, isDoc } from '../bson/values.ts'
import { fail } from '../errors.ts'
import { type Matcher, compileMatch } from '../query/match.ts'
import { type NamedNode, type UpdateNode } from './tree.ts'

/** Compiled array filters by identifier. */
type ArrayFilters = ReadonlyMap<string, Matcher>

/** Compiles `arrayFilters`. Fails like MongoDB for invalid, ambiguous or repeated identifiers. */
export function compileArrayFilters(filters: readonly Value[]): ArrayFilters {
  const compiled = new Map<string, Matcher>()
  for (const filter of filters) {
    if (!isDoc(filter)) return fail('TypeMismatch', 'Each array filter must be an object')
    const matcher = compileMatch(filter)
    const names = [...matcher.fieldNames]
    if (names.length === 0)
      fail('FailedToParse', 'Cannot use an expression without a top-level field name in arrayFilters')
    if (names.length > 1) {
      fail(
        'FailedToParse',
        `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${names[0]}' and '${names[1]}'`,
      )
    }
    const identifier = names[0]!
    if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
      fail(
        'BadValue',
        `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
      )
    }
    if (compiled.has(identifier)) {
      fail('FailedToParse', `Found multiple array filters with the same top-level field name ${identifier}`)
    }
    compiled.set(identifier, matcher)
  }
  return compiled
}

/** Fails with 2 for an identifier that has no filter, and with 9 for a filter that is not used. */
export function checkIdentifiers(tree: NamedNode, filters: ArrayFilters): void {
  const used = new Set<string>()
  collect(tree, '', (identifier, path) => {
    if (identifier !== '' && !filters.has(identifier)) {
      fail('BadValue', `No array filter found for identifier '${identifier}' in path '${path}'`)
    }
    used.add(identifier)
  })
  for (const identifier of filters.keys()) {
    if (!used.has(identifier)) {
      fail('FailedToParse', `The array filter for identifier '${identifier}' was not used in the update`)
    }
  }
}

function collect(node: UpdateNode, path: string, found: (identifier: string, path: string) => void): void {
  if (node.kind === 'leaf') return
  for (const [name, child] of node.children) {
    const part = node.kind === 'filtered' ? `$[${name}]` : name
    const at = path === '' ? part : `${path}.${part}`
    if (node.kind === 'filtered') found(name, child.kind === 'leaf' ? child.path : at)
    collect(child, at, found)
  }
}
