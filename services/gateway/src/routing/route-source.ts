import type { Bus } from '@wp/bus'
import type { Clock } from '@wp/kernel'
import type { Logger, Metrics } from '@wp/telemetry'
import { Manifest } from './manifest.ts'
import { routeTable, type RouteTable } from './route-table.ts'
import { readKept, writeKept } from './table-file.ts'

export type RouteSource = {
  table(): RouteTable
  /** OpenAPI documents by service. */
  documents(): ReadonlyMap<string, unknown>
  isCustomDomain(host: string): boolean
  /** Rises whenever table or documents change. */
  version(): number
  onChange(listener: () => void): void
  close(): Promise<void>
}

type Parts = {
  bus: Pick<Bus, 'kv' | 'isConnected'>
  file: string
  clock: Clock
  logger: Logger
  metrics: Metrics
}

const tickMs = 500
/** Services renew every 5 s; after NATS was away they get this long to do so before they count as gone. */
const graceMs = 15_000

/**
 * Routes, documents and domains as the services publish them, and from the file of the last run until they do.
 * While NATS is away nothing is forgotten. A lease that has run out takes a replica out; its routes stay known.
 */
export const routeSource = async ({ bus, file, clock, logger, metrics }: Parts): Promise<RouteSource> => {
  const kept = await readKept(file)
  const known = new Map<string, Manifest>(Object.entries(kept?.manifests ?? {}))
  let published = new Set(known.keys())
  let documents = new Map<string, unknown>(Object.entries(kept?.documents ?? {}))
  let domains = new Set(kept?.domains ?? [])
  let connectedSince = Number.POSITIVE_INFINITY
  let isFirstWatch = true
  let version = 0
  let live = ''
  const listeners: (() => void)[] = []
  const conflictCount = metrics.gauge('gateway_route_conflicts', 'Routes that more than one service claims')
  const replicaCount = metrics.gauge('gateway_upstream_replicas', 'Replicas of the service that are there', [
    'upstream',
  ])

  const isLive = (key: string): boolean => {
    if (!published.has(key)) return false
    const now = clock.now().getTime()
    return (
      now - connectedSince < graceMs ||
      connectedSince === Number.POSITIVE_INFINITY ||
      known.get(key)!.lease > now
    )
  }
  let table = routeTable(known, isLive, new Map())
  let reported = ''

  const rebuild = (): void => {
    live = liveKeys()
    table = routeTable(known, isLive, table.owners)
    version += 1
    conflictCount.set(table.conflicts.length)
    for (const [upstream, replicas] of table.services) replicaCount.set({ upstream }, replicas)
    const conflicts = JSON.stringify(table.conflicts)
    if (conflicts !== reported && table.conflicts.length > 0) {
      logger.error({ conflicts: table.conflicts }, 'two services claim one route; the older keeps it')
    }
    reported = conflicts
    for (const listener of listeners) listener()
  }
  const liveKeys = (): string => [...known.keys()].filter(isLive).join(' ')

  let saving: Promise<void> = Promise.resolve()
  const save = (): void => {
    const snapshot = {
      manifests: Object.fromEntries([...known].filter(([key]) => published.has(key))),
      documents: Object.fromEntries(documents),
      domains: [...domains],
    }
    saving = saving
      .then(() => writeKept(file, snapshot))
      .catch((error: unknown) =>
        logger.warn({ err: error, file }, 'the route table could not be kept on disk'),
      )
  }

  const onManifests = (map: ReadonlyMap<string, unknown>): void => {
    const before = shapeOf(known, published)
    const read = readManifests(map, logger)
    // All gone at once means that NATS has lost its data: the services will say again that they are there.
    if (read.size === 0) return
    published = new Set(read.keys())
    for (const key of known.keys()) if (!read.has(key) && hasNewer(read, known.get(key)!)) known.delete(key)
    for (const [key, manifest] of read) known.set(key, manifest)
    if (isFirstWatch || shapeOf(known, published) !== before || liveKeys() !== live) {
      isFirstWatch = false
      rebuild()
      save()
    }
  }

  const watches = [
    bus.kv('manifests').watchAll(onManifests),
    bus.kv('openapi').watchAll((map) => {
      documents = new Map([...documents, ...map])
      version += 1
      save()
    }),
    bus.kv('domains').watchAll((map) => {
      domains = new Set([...map.keys()].map((host) => host.toLowerCase()))
      save()
    }),
  ]
  const timer = setInterval(() => {
    if (!bus.isConnected()) connectedSince = Number.POSITIVE_INFINITY
    else if (connectedSince === Number.POSITIVE_INFINITY) connectedSince = clock.now().getTime()
    if (liveKeys() !== live) rebuild()
  }, tickMs)
  timer.unref()
  rebuild()

  return {
    table: () => table,
    documents: () => documents,
    isCustomDomain: (host) => domains.has(host),
    version: () => version,
    onChange: (listener) => {
      listeners.push(listener)
    },
    close: async () => {
      clearInterval(timer)
      await Promise.all(watches.map((watch) => watch.stop()))
      await saving
    },
  }
}

const readManifests = (map: ReadonlyMap<string, unknown>, logger: Logger): Map<string, Manifest> => {
  const read = new Map<string, Manifest>()
  for (const [key, value] of map) {
    const parsed = Manifest.safeParse(value)
    if (parsed.success) read.set(key, parsed.data)
    else
      logger.error(
        { key, issues: parsed.error.issues.slice(0, 5) },
        'a manifest that cannot be read was ignored',
      )
  }
  return read
}

/** A replica that has gone is only worth remembering while nothing else says which routes its service has. */
const hasNewer = (read: ReadonlyMap<string, Manifest>, gone: Manifest): boolean =>
  [...read.values()].some(({ service }) => service === gone.service)

/** All but the leases, which change every few seconds. */
const shapeOf = (known: ReadonlyMap<string, Manifest>, published: ReadonlySet<string>): string =>
  JSON.stringify([...known].map(([key, { lease: _lease, ...rest }]) => [key, published.has(key), rest]))
