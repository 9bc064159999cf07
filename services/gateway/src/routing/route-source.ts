import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '@wp/bus'
import {
  CustomDomain,
  domainsBucket,
  Manifest,
  manifestsBucket,
  manifestTtlMs,
  openApiBucket,
} from '@wp/http'
import type { Logger, Metrics } from '@wp/telemetry'
import { liveness } from './liveness.ts'
import { routeTable, type RouteTable } from './route-table.ts'
import { readSavedRoutes, writeSavedRoutes } from './saved-routes.ts'

export type RouteSource = {
  table(): RouteTable
  /** OpenAPI documents by service. */
  documents(): ReadonlyMap<string, unknown>
  /** The slug of the store that a host serves; null for a host that is no custom domain. */
  storeAt(host: string): string | null
  /** Rises whenever table or documents change. */
  version(): number
  onChange(listener: () => void): void
  /** Takes out a replica at whose address somebody else answers. */
  drop(key: string): void
  close(): Promise<void>
}

type Deps = {
  bus: Pick<Bus, 'kv' | 'isConnected'>
  file: string
  logger: Logger
  metrics: Metrics
}

/** How long the start waits for NATS to say who is there now: replicas of the last run may be gone, or elsewhere. */
const firstViewMs = 2000

/**
 * Routes, documents and domains as the services publish them, and from the file of the last run until they do.
 * While NATS is away or silent nothing is forgotten. A replica that has gone is out; the routes of its service stay known.
 */
export const openRouteSource = async ({ bus, file, logger, metrics }: Deps): Promise<RouteSource> => {
  const saved = await readSavedRoutes(file)
  const known = new Map<string, Manifest>(Object.entries(saved?.manifests ?? {}))
  const replicas = liveness(known.keys())
  let documents = new Map<string, unknown>(Object.entries(saved?.documents ?? {}))
  let domains = new Map(Object.entries(saved?.domains ?? {}))
  let version = 0
  let live = ''
  const listeners: (() => void)[] = []
  const conflictCount = metrics.gauge('gateway_route_conflicts', 'Routes that more than one service claims')
  const replicaCount = metrics.gauge('gateway_upstream_replicas', 'Replicas of the service that are there', [
    'upstream',
  ])

  const { isLive } = replicas
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
      domains: Object.fromEntries(domains),
    }
    writing = writing
      .then(() => writeSavedRoutes(file, snapshot))
      .catch((error: unknown) => logger.warn({ err: error, file }, 'the routes could not be saved'))
  }

  let lastValues: ReadonlyMap<string, unknown> = new Map()
  /** Reads what is new; true when something else is known now. Most calls bring only a renewal or two. */
  const readManifests = (map: ReadonlyMap<string, unknown>): boolean => {
    const services = new Set([...known.values()].map(({ service }) => service))
    let isChanged = false
    for (const [key, value] of map) {
      // One that was away for longer than its lease is not known any more, and comes back with what it said before.
      if (lastValues.get(key) === value && known.has(key)) continue
      if (!isLive(key) && services.has(key.slice(0, key.indexOf('.')))) continue
      const manifest = parseManifest(key, value, logger)
      if (!manifest || JSON.stringify(known.get(key)) === JSON.stringify(manifest)) continue
      known.set(key, manifest)
      isChanged = true
    }
    lastValues = map
    return isChanged
  }
  const firstView = Promise.withResolvers<void>()
  const onManifests = (map: ReadonlyMap<string, unknown>, writtenAt: ReadonlyMap<string, Date>): void => {
    replicas.setShown(writtenAt)
    const isChanged = readManifests(map)
    forgetReplaced(known, isLive)
    firstView.resolve()
    if (!isChanged && liveKeys() === live) return
    rebuild()
    save()
  }

  const watches = [
    bus.kv(manifestsBucket, { ttlMs: manifestTtlMs }).watchAll(onManifests),
    bus.kv(openApiBucket).watchAll((map) => {
      documents = new Map([...documents, ...map])
      version += 1
      save()
    }),
    bus.kv(domainsBucket).watchAll((map) => {
      domains = readDomains(map)
      save()
    }),
  ]
  rebuild()
  if (bus.isConnected())
    await Promise.race([firstView.promise, delay(firstViewMs, undefined, { ref: false })])

  return {
    table: () => table,
    documents: () => documents,
    storeAt: (host) => domains.get(host) ?? null,
    version: () => version,
    onChange: (listener) => {
      listeners.push(listener)
    },
    drop: (key) => {
      replicas.drop(key)
      if (liveKeys() !== live) rebuild()
    },
    close: async () => {
      await Promise.all(watches.map((watch) => watch.stop()))
      await writing
    },
  }
}

const readDomains = (map: ReadonlyMap<string, unknown>): Map<string, string> =>
  new Map(
    [...map].flatMap(([host, value]): [string, string][] => {
      const { data } = CustomDomain.safeParse(value)
      return data ? [[host.toLowerCase(), data.slug]] : []
    }),
  )

/** NATS lets a service write only the keys that begin with its name, so that is whose manifest it is, whatever it says. */
const parseManifest = (key: string, value: unknown, logger: Logger): Manifest | null => {
  const parsed = Manifest.safeParse(value)
  if (parsed.success && key.startsWith(`${parsed.data.service}.`)) return parsed.data
  const issues = parsed.success ? ['it speaks for another service'] : parsed.error.issues.slice(0, 5)
  logger.error({ key, issues }, 'a manifest that cannot be read was ignored')
  return null
}

/** Of a service that is down only the newest replica is worth remembering, for its routes; of others only those that are up. */
const forgetReplaced = (known: Map<string, Manifest>, isLive: (key: string) => boolean): void => {
  const keepers = new Map<string, string>()
  for (const [key, { service, since }] of known) {
    const keeper = keepers.get(service)
    const isBetter = isLive(key) || (keeper && !isLive(keeper) && since > known.get(keeper)!.since)
    if (keeper === undefined || isBetter) keepers.set(service, key)
  }
  for (const [key, { service }] of known) if (!isLive(key) && keepers.get(service) !== key) known.delete(key)
}
