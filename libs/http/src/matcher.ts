import { parsePath } from './path.ts'
import type { Segment } from './path.ts'

export type Match<Value> =
  /** `params` contains the decoded values in the order of the path's parameters. */
  | { readonly kind: 'found'; readonly value: Value; readonly params: readonly string[] }
  /** The path exists, but only for other methods; `allow` is the value of the Allow header. */
  | { readonly kind: 'method'; readonly allow: string }
  | { readonly kind: 'none' }

export type Matcher<Value> = {
  /** Adds a route. When its method and path are already taken, changes nothing and returns the existing value. */
  add(method: string, path: string, value: Value): Value | null
  /**
   * Returns the route for a path (without the query). Literal segments win over parameters, and these over the rest of
   * the path; one trailing slash is ignored, HEAD is treated as GET. Dot segments, empty segments, control characters
   * and invalid escapes never match.
   */
  match(method: string, path: string): Match<Value>
}

type Node<Value> = {
  readonly literals: Map<string, Node<Value>>
  /** Sorted by suffix length, longest first; the parameter without a suffix comes last. */
  readonly params: { suffix: string; node: Node<Value> }[]
  /** Matches one or more remaining segments. */
  rest: Node<Value> | null
  readonly methods: Map<string, Value>
  allow: string
}

const noMatch: Match<never> = { kind: 'none' }

/** Returns a matcher that looks up routes in a tree of path segments. */
export const createMatcher = <Value>(): Matcher<Value> => {
  const root = newNode<Value>()

  const find = (node: Node<Value>, path: string, from: number, params: string[]): Node<Value> | null => {
    if (from > path.length) return node.methods.size > 0 ? node : null
    const slash = path.indexOf('/', from)
    const end = slash === -1 ? path.length : slash
    const text = path.slice(from, end)
    // Skips the map lookup when no literal segment is possible here: hashing a new string is the slowest part of this
    // step.
    const literal = node.literals.size > 0 ? node.literals.get(text) : undefined
    const found = literal && find(literal, path, end + 1, params)
    if (found) return found
    const decoded = node.params.length > 0 ? decodeSegment(text) : null
    if (decoded === null) return findRest(node, path, from, params)
    for (const { suffix, node: next } of node.params) {
      if (!decoded.endsWith(suffix) || decoded.length === suffix.length) continue
      params.push(decoded.slice(0, decoded.length - suffix.length))
      const deeper = find(next, path, end + 1, params)
      if (deeper) return deeper
      params.pop()
    }
    return findRest(node, path, from, params)
  }

  const findRest = (node: Node<Value>, path: string, from: number, params: string[]): Node<Value> | null => {
    if (!node.rest) return null
    const segments = path.slice(from).split('/').map(decodeSegment)
    if (segments.includes(null)) return null
    params.push(segments.join('/'))
    return node.rest
  }

  return {
    add: (method, path, value) => {
      const leaf = parsePath(path).reduce(child<Value>, root)
      const existing = leaf.methods.get(method)
      if (existing !== undefined) return existing
      leaf.methods.set(method, value)
      leaf.allow = allowOf(leaf.methods)
      return null
    },
    match: (method, path) => {
      if (path.charCodeAt(0) !== 47) return noMatch
      const trimmed = path.length > 1 && path.charCodeAt(path.length - 1) === 47 ? path.slice(0, -1) : path
      const params: string[] = []
      const leaf = trimmed === '/' ? (root.methods.size > 0 ? root : null) : find(root, trimmed, 1, params)
      if (!leaf) return noMatch
      const value = leaf.methods.get(method === 'HEAD' ? 'GET' : method)
      return value === undefined ? { kind: 'method', allow: leaf.allow } : { kind: 'found', value, params }
    },
  }
}

const newNode = <Value>(): Node<Value> => ({
  literals: new Map(),
  params: [],
  rest: null,
  methods: new Map(),
  allow: '',
})

const child = <Value>(node: Node<Value>, segment: Segment): Node<Value> => {
  if (segment.kind === 'static') {
    const known = node.literals.get(segment.text)
    if (known) return known
    const made = newNode<Value>()
    node.literals.set(segment.text, made)
    return made
  }
  if (segment.kind === 'rest') return (node.rest ??= newNode<Value>())
  const known = node.params.find(({ suffix }) => suffix === segment.suffix)
  if (known) return known.node
  const made = { suffix: segment.suffix, node: newNode<Value>() }
  node.params.push(made)
  node.params.sort((a, b) => b.suffix.length - a.suffix.length)
  return made.node
}

const allowOf = (methods: Map<string, unknown>): string =>
  [...methods.keys()].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ')

// oxlint-disable-next-line no-control-regex -- it detects control characters
const control = /[\u0000-\u001f\u007f]/

const decodeSegment = (text: string): string | null => {
  if (text === '') return null
  let decoded = text
  if (text.includes('%')) {
    try {
      decoded = decodeURIComponent(text)
    } catch {
      return null
    }
  }
  return decoded === '.' || decoded === '..' || control.test(decoded) ? null : decoded
}
