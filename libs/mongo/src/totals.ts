import type { Id } from '@wp/kernel'

const largeTotal = 2000
const cachedMs = 2000
const maxScopes = 5000
/** Key for totals across all workspaces. */
const allWorkspaces = ''

type Scope = {
  version: number
  totals: Map<string, { total: number; until: number }>
  /** Counts in progress that no write has invalidated. */
  running: Map<string, Promise<number>>
}

/**
 * Returns a cache that keeps the totals of large lists for two seconds, so that paging does not count 100,000 records
 * each time. Small totals are always counted; concurrent identical counts share one query. A write in this process
 * immediately invalidates the totals for its collection and workspace; writes by other replicas are included after at
 * most two seconds.
 */
export const cacheTotals = () => {
  const collections = new Map<string, Map<string, Scope>>()

  const scopeOf = (collection: string, workspaceId: Id | null): Scope => {
    const scopes = collections.get(collection) ?? new Map<string, Scope>()
    collections.set(collection, scopes)
    const known = scopes.get(workspaceId ?? allWorkspaces)
    if (known) return known
    if (scopes.size >= maxScopes) scopes.clear()
    const created = { version: 0, totals: new Map(), running: new Map() }
    scopes.set(workspaceId ?? allWorkspaces, created)
    return created
  }

  return {
    total: async (
      collection: string,
      workspaceId: Id | null,
      filter: object,
      count: () => Promise<number>,
    ): Promise<number> => {
      const scope = scopeOf(collection, workspaceId)
      const key = JSON.stringify(filter, printable)
      const known = scope.totals.get(key)
      if (known && known.until > performance.now()) return known.total
      const running = scope.running.get(key)
      if (running) return running
      const { version } = scope
      const counting = count().finally(() => {
        if (scope.running.get(key) === counting) scope.running.delete(key)
      })
      // A write during `count` has already invalidated its result.
      if (scope.version === version) scope.running.set(key, counting)
      const total = await counting
      if (total >= largeTotal && scope.version === version) {
        if (scope.totals.size >= 20) scope.totals.clear()
        scope.totals.set(key, { total, until: performance.now() + cachedMs })
      }
      return total
    },
    invalidate: (collection: string, workspaceId: Id | null): void => {
      const scopes = collections.get(collection)
      if (!scopes) return
      if (workspaceId === null) renew(scopes.values())
      else renew([scopes.get(workspaceId), scopes.get(allWorkspaces)])
    },
  }
}

const renew = (scopes: Iterable<Scope | undefined>): void => {
  for (const scope of scopes) {
    if (!scope) continue
    scope.version += 1
    scope.totals.clear()
    scope.running.clear()
  }
}

const printable = (_key: string, value: unknown): unknown => (value instanceof RegExp ? String(value) : value)
