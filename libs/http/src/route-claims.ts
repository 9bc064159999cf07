/** The paths that a service may serve, from its `service.json`. */
export type RouteClaims = {
  readonly routes: readonly string[]
  readonly rootPaths: readonly string[]
  readonly upgrades: readonly string[]
}

export type ClaimKind = keyof RouteClaims

/**
 * Returns whether a service may serve a path. A path belongs to the service with the most specific declaration for it,
 * and a path with parameters cannot cover an exact path that another service declares. A service without claims, which
 * was added later, may serve what no other service declares.
 */
export const mayClaim = (
  claims: ReadonlyMap<string, RouteClaims>,
  service: string,
  kind: ClaimKind,
  path: string,
): boolean => {
  const parts = toParts(path)
  const known = claims.get(service)
  const own = known ? bestRank(known[kind], parts) : 0
  if (own === -1) return false
  const isTaken = (pattern: string): boolean => {
    const isPrefix = pattern.endsWith('/*')
    return (!isPrefix || !known) && covers(parts, toParts(isPrefix ? pattern.slice(0, -2) : pattern))
  }
  for (const [other, declared] of claims) {
    if (other === service) continue
    if (bestRank(declared[kind], parts) >= own) return false
    if (declared[kind].some(isTaken)) return false
  }
  return true
}

const toParts = (path: string): string[] =>
  path
    .split('/')
    .slice(1)
    .map((part) => (part.startsWith(':') ? part.replace(/^:[A-Za-z0-9]+/, ':') : part))

/**
 * Returns how specific the best matching pattern is, or -1 without a match. Longer patterns win; of two equally long
 * ones, the exact one wins.
 */
const bestRank = (patterns: readonly string[], parts: readonly string[]): number => {
  let best = -1
  for (const pattern of patterns) {
    const isPrefix = pattern.endsWith('/*')
    const wanted = toParts(isPrefix ? pattern.slice(0, -2) : pattern)
    const isMatch =
      (isPrefix ? parts.length >= wanted.length : parts.length === wanted.length) &&
      wanted.every((part, at) => part === parts[at])
    if (isMatch) best = Math.max(best, 2 * wanted.length + (isPrefix ? 0 : 1))
  }
  return best
}

/** Returns whether every request for `other` would also match `parts`. */
const covers = (parts: readonly string[], other: readonly string[]): boolean => {
  const fixed = parts.at(-1) === ':*' ? parts.slice(0, -1) : parts
  const isLong = fixed === parts ? other.length === parts.length : other.length > fixed.length
  return isLong && fixed.every((part, at) => part === ':' || part === other[at])
}
