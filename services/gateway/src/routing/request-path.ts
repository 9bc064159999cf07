/** The parts of a request target that routing needs. */
export type RequestPath = {
  /** The path without its version prefix and trailing slash; null when no route can match it. */
  bare: string | null
  isVersioned: boolean
  /** The query including its question mark, or an empty string. */
  search: string
}

const prefixes = ['/v1', '/api/v1']
// Rejects dot segments, double slashes and backslashes, which servers interpret differently.
const ambiguous = /\/\/|\\|\/(?:\.|%2e){1,2}(?:\/|$)/i

/** Strips one version prefix and one trailing slash. Ambiguous paths match nothing. */
export const readPath = (url: string): RequestPath => {
  const mark = url.indexOf('?')
  const path = mark === -1 ? url : url.slice(0, mark)
  const search = mark === -1 ? '' : url.slice(mark)
  if (!path.startsWith('/') || ambiguous.test(path)) return { bare: null, isVersioned: false, search }
  const prefix = prefixes.find(
    (candidate) => path.startsWith(candidate) && isBoundary(path, candidate.length),
  )
  const rest = prefix === undefined ? path : path.slice(prefix.length)
  const bare = rest.length > 1 && rest.endsWith('/') ? rest.slice(0, -1) : rest || '/'
  return { bare, isVersioned: prefix !== undefined, search }
}

const isBoundary = (path: string, at: number): boolean => path.length === at || path.charCodeAt(at) === 47
