import {
  createMatcher,
  type CustomDomain,
  type Manifest,
  type ManifestRoute,
  type Match,
  type Matcher,
  type RateClass,
} from '@wp/http'

/** A replica of a service, with its key in the `manifests` bucket. */
export type ReplicaAddress = { key: string; service: string; address: string }

/** A route's target. Without replicas, the service is known but down. */
export type RouteTarget = {
  id: string
  service: string
  isOpen: boolean
  rate: RateClass
  bodyLimit: number
  body: 'json' | 'upload' | 'raw'
  /**
   * Whether the route is served on custom domains, and which path parameter, if any, must be the shop's slug. The
   * service checks the workspace of routes `ofWorkspace`.
   */
  domains: { slugAt: number | null; ofWorkspace: boolean } | null
  replicas: readonly ReplicaAddress[]
}

/** A route claimed by two services: `keeper` serves it. */
export type RouteConflict = { method: string; path: string; keeper: string; refused: string }

export type RouteTable = {
  /** Matches an API path; `isVersioned` is false for paths without a version prefix. */
  match(method: string, bare: string, isVersioned: boolean): Match<RouteTarget>
  /** Matches a path on a custom domain, which serves only the routes of its shop and its workspace. */
  matchDomain(method: string, bare: string, isVersioned: boolean, domain: CustomDomain): Match<RouteTarget>
  upgradeReplicas(bare: string): readonly ReplicaAddress[] | null
  readonly conflicts: readonly RouteConflict[]
  readonly replicaKeys: ReadonlySet<string>
  readonly owners: ReadonlyMap<string, string>
  readonly routeIds: ReadonlySet<string>
  /** Every known service with the number of running replicas. */
  readonly services: ReadonlyMap<string, number>
}

type Claim = { route: ManifestRoute; manifests: Map<string, Manifest>; since: number }

/**
 * Builds the route table. A route stays in it when no replica of its service is live. When several services claim a
 * route, a running service wins, then the previous owner, then the oldest claim.
 */
export const routeTable = (
  known: ReadonlyMap<string, Manifest>,
  isLive: (key: string) => boolean,
  owners: ReadonlyMap<string, string>,
): RouteTable => {
  const versioned = createMatcher<RouteTarget>()
  const rootLevel = createMatcher<RouteTarget>()
  const conflicts: RouteConflict[] = []
  const nextOwners = new Map<string, string>()
  const routeIds = new Set<string>()
  for (const [name, claims] of claimsByRoute(known)) {
    const [keeper, ...refused] = rankClaims(claims, owners.get(name), isLive)
    if (!keeper) continue
    const [service, claim] = keeper
    nextOwners.set(name, service)
    routeIds.add(claim.route.id)
    for (const [other] of refused) {
      conflicts.push({ method: claim.route.method, path: claim.route.path, keeper: service, refused: other })
    }
    const matcher = claim.route.root ? rootLevel : versioned
    addRoute(matcher, claim.route, toTarget(service, claim, isLive), conflicts)
  }
  const upgrades = upgradeTable(known, isLive)
  const match: RouteTable['match'] = (method, bare, isVersioned) =>
    (isVersioned ? versioned : rootLevel).match(method, bare)
  return {
    match,
    matchDomain: (method, bare, isVersioned, domain) => {
      const found = match(method, isVersioned ? bare : domainPath(domain, bare), isVersioned)
      if (found.kind !== 'found') return isVersioned ? { kind: 'none' } : found
      const { domains } = found.value
      if (domains === null) return { kind: 'none' }
      const { slugAt, ofWorkspace } = domains
      const isServed = ofWorkspace
        ? domain.workspaceId !== undefined
        : slugAt === null || found.params[slugAt] === domain.slug
      return isServed ? found : { kind: 'none' }
    },
    upgradeReplicas: (bare) => upgrades.get(bare) ?? null,
    conflicts,
    replicaKeys: new Set([...known.keys()].filter(isLive)),
    owners: nextOwners,
    routeIds,
    services: countReplicas(known, isLive),
  }
}

/** Returns the path of a shop, booking or contest page on the platform's own host. */
export const domainPath = ({ slug, workspaceId }: CustomDomain, bare: string): string => {
  if (workspaceId !== undefined && (bare === '/book' || bare.startsWith('/book/')))
    return `/book/@${workspaceId}${bare.slice('/book'.length)}`
  if (workspaceId !== undefined && bare.startsWith('/contests/')) return bare
  return `/shop/${slug}${bare === '/' ? '' : bare}`
}

/** Routes that differ only in parameter names are equal. */
const routeKey = (route: ManifestRoute): string =>
  `${route.root ? 'root' : ''} ${route.method} ${route.path.replaceAll(/:[A-Za-z0-9]+/g, ':')}`

const claimsByRoute = (known: ReadonlyMap<string, Manifest>): Map<string, Map<string, Claim>> => {
  const routes = new Map<string, Map<string, Claim>>()
  for (const [key, manifest] of known) {
    for (const route of manifest.routes) {
      const name = routeKey(route)
      const claims = routes.get(name) ?? new Map<string, Claim>()
      routes.set(name, claims)
      const claim = claims.get(manifest.service) ?? {
        route,
        manifests: new Map(),
        since: Date.parse(manifest.since),
      }
      claims.set(manifest.service, claim)
      // The newest replica provides the route's definition, the oldest one the age of the claim.
      if ([...claim.manifests.values()].every(({ since }) => since <= manifest.since)) claim.route = route
      claim.since = Math.min(claim.since, Date.parse(manifest.since))
      claim.manifests.set(key, manifest)
    }
  }
  return routes
}

const rankClaims = (
  claims: Map<string, Claim>,
  owner: string | undefined,
  isLive: (key: string) => boolean,
): [string, Claim][] => {
  if (claims.size === 1) return [...claims]
  const rank = ([service, claim]: [string, Claim]): [number, number, number] => [
    [...claim.manifests.keys()].some(isLive) ? 0 : 1,
    service === owner ? 0 : 1,
    claim.since,
  ]
  return [...claims].toSorted((a, b) => {
    const [first, second] = [rank(a), rank(b)]
    return first[0] - second[0] || first[1] - second[1] || first[2] - second[2] || (a[0] < b[0] ? -1 : 1)
  })
}

const toTarget = (
  service: string,
  { route, manifests }: Claim,
  isLive: (key: string) => boolean,
): RouteTarget => ({
  id: route.id,
  service,
  isOpen: route.access === 'open',
  rate: route.rate,
  bodyLimit: route.bodyLimit,
  body: route.rawBody ? 'raw' : route.upload ? 'upload' : 'json',
  domains: toDomains(route),
  replicas: toAddresses(manifests, isLive),
})

const toDomains = ({ host, path }: ManifestRoute): RouteTarget['domains'] =>
  host === 'custom-domain' || host === 'workspace-domain'
    ? { slugAt: slugPosition(path), ofWorkspace: host === 'workspace-domain' }
    : null

const slugPosition = (path: string): number | null => {
  const at = path
    .split('/')
    .filter((part) => part.startsWith(':'))
    .indexOf(':slug')
  return at === -1 ? null : at
}

const toAddresses = (
  manifests: ReadonlyMap<string, Manifest>,
  isLive: (key: string) => boolean,
): ReplicaAddress[] =>
  [...manifests]
    .filter(([key]) => isLive(key))
    .map(([key, { service, address }]) => ({ key, service, address }))

const addRoute = (
  matcher: Matcher<RouteTarget>,
  { method, path }: ManifestRoute,
  target: RouteTarget,
  conflicts: RouteConflict[],
): void => {
  const keeper = matcher.add(method, path, target)
  if (keeper) conflicts.push({ method, path, keeper: keeper.service, refused: target.service })
}

const upgradeTable = (known: ReadonlyMap<string, Manifest>, isLive: (key: string) => boolean) => {
  const table = new Map<string, ReplicaAddress[]>()
  for (const [key, manifest] of known) {
    for (const path of manifest.upgrades) {
      const replicas = table.get(path) ?? []
      table.set(path, replicas)
      if (isLive(key)) replicas.push({ key, service: manifest.service, address: manifest.address })
    }
  }
  return table
}

const countReplicas = (
  known: ReadonlyMap<string, Manifest>,
  isLive: (key: string) => boolean,
): Map<string, number> => {
  const services = new Map<string, number>()
  for (const [key, { service }] of known)
    services.set(service, (services.get(service) ?? 0) + (isLive(key) ? 1 : 0))
  return services
}
