import type { Bus } from '@wp/bus'
import { Manifest, manifestsBucket, openApiBucket } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Logger, Metrics } from '@wp/telemetry'
import { liveness } from './liveness.ts'
import { routeTable, type RouteTable } from './route-table.ts'
import { readSavedRoutes, writeSavedRoutes } from './saved-routes.ts'

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

type Deps = {
  bus: Pick<Bus, 'kv' | 'isConnected'>
  file: string
  clock: Clock
  logger: Logger
  metrics: Metrics
}

/** Short enough to notice every interruption: the client waits longer than this before it connects again. */
const tickMs = 100

/**
 * Routes, documents and domains as the services publish them, and from the file of the last run until they do.
 * While NATS is away nothing is forgotten. A lease that has run out takes a replica out; its routes stay known.
 */
export const openRouteSource = async ({ bus, file, clock, logger, metrics }: Deps): Promise<RouteSource> => {
  const saved = await readSavedRoutes(file)
  const known = new Map<string, Manifest>(Object.entries(saved?.manifests ?? {}))
  const replicas = liveness(known.keys(), clock)
  let documents = new Map<string, unknown>(Object.entries(saved?.documents ?? {}))
  let domains = new Set(saved?.domains ?? [])
  let version = 0
  let live = ''
  const listeners: (() => void)[] = []
  const conflictCount = metrics.gauge('gateway_route_conflicts', 'Routes that more than one service claims')
  const replicaCount = metrics.gauge('gateway_upstream_replicas', 'Replicas of the service that are there', [
    'upstream',
  ])

  const isLive = (key: string): boolean => replicas.isLive(key, known.get(key)?.lease ?? 0)
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

  let writing: Promise<void> = Promise.resolve()
  const save = (): void => {
    const snapshot = {
      manifests: Object.fromEntries(known),
      documents: Object.fromEntries(documents),
      domains: [...domains],
    }
    writing = writing
      .then(() => writeSavedRoutes(file, snapshot))
      .catch((error: unknown) => logger.warn({ err: error, file }, 'the routes could not be saved'))
  }

  const onManifests = (map: ReadonlyMap<string, unknown>): void => {
    const before = withoutLeases(known)
    const read = parseManifests(map, logger)
    replicas.setPresent(new Set(read.keys()))
    for (const [key, manifest] of known) {
      if (!read.has(key) && !isLive(key) && isReplaced(manifest, read)) known.delete(key)
    }
    for (const [key, manifest] of read) known.set(key, manifest)
    if (withoutLeases(known) === before && liveKeys() === live) return
    rebuild()
    save()
  }

  const watches = [
    bus.kv(manifestsBucket).watchAll(onManifests),
    bus.kv(openApiBucket).watchAll((map) => {
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
    replicas.setConnected(bus.isConnected())
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
      await writing
    },
  }
}

const parseManifests = (map: ReadonlyMap<string, unknown>, logger: Logger): Map<string, Manifest> => {
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
const isReplaced = (gone: Manifest, read: ReadonlyMap<string, Manifest>): boolean =>
  [...read.values()].some(({ service }) => service === gone.service)

/** All but the leases, which change every few seconds. */
const withoutLeases = (known: ReadonlyMap<string, Manifest>): string =>
  JSON.stringify([...known].map(([key, { lease: _lease, ...rest }]) => [key, rest]))
