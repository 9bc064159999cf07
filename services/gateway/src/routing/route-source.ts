import { setTimeout as delay } from 'node:timers/promises'
import { keepLost } from '@wp/bus'
import type { Bus } from '@wp/bus'
import {
  CustomDomain,
  domainsBucket,
  Manifest,
  manifestsBucket,
  manifestTtlMs,
  openApiBucket,
  routesBucket,
  type RouteClaims,
} from '@wp/http'
import { trackDeclaredEvents } from '@wp/runtime'
import type { Logger, Metrics } from '@wp/telemetry'
import { liveness } from './liveness.ts'
import { withoutForeignClaims } from './route-claims.ts'
import { routeTable, type RouteTable } from './route-table.ts'
import { readSavedRoutes, writeSavedRoutes } from './saved-routes.ts'

export type RouteSource = {
  table(): RouteTable
  /** OpenAPI documents by service. */
  documents(): ReadonlyMap<string, unknown>
  /** Returns the shop and workspace of a custom domain, or null for other hosts. */
  domainAt(host: string): CustomDomain | null
  /** Incremented on each change to the documents. */
  version(): number
  onChange(listener: () => void): void
  /** Removes a replica whose address is now used by another process. */
  drop(key: string): void
  close(): Promise<void>
}

type Deps = {
  bus: Pick<Bus, 'kv' | 'isConnected'>
  file: string
  /** The paths that each service may serve. */
  claims: ReadonlyMap<string, RouteClaims>
  logger: Logger
  metrics: Metrics
}

/** How long startup waits for NATS to list the running replicas, because saved replicas may no longer exist. */
const firstViewMs = 2000
/** How long to keep domains that NATS has lost. The storefront republishes missing domains every minute. */
const republishMs = 3 * 60_000

/**
 * Provides the routes, documents and domains that services publish. Uses those saved by the last run until NATS
 * responds, and keeps them while NATS is down or silent. A service's routes stay known when it has no replicas.
 */
export const openRouteSource = async ({ bus, file, claims, logger, metrics }: Deps): Promise<RouteSource> => {
  const saved = await readSavedRoutes(file)
  const refused = new Map<string, number>()
  /**
   * The refused paths that were last logged for each service, because replicas and the stored routes repeat
   * them.
   */
  const logged = new Map<string, string>()
  const permit = (key: string, manifest: Manifest): Manifest => {
    const permitted = withoutForeignClaims(manifest, claims)
    refused.set(key, permitted.refused.length)
    const paths = JSON.stringify(permitted.refused)
    if (permitted.refused.length > 0 && logged.get(manifest.service) !== paths) {
      logged.set(manifest.service, paths)
      logger.error(
        { key, paths: permitted.refused },
        'rejected routes that the service does not declare; check its service.json, or whether it is compromised',
      )
    }
    return permitted.manifest
  }
  const known = new Map<string, Manifest>()
  for (const [key, manifest] of Object.entries(saved?.manifests ?? {})) known.set(key, permit(key, manifest))
  const replicas = liveness(known.keys())
  let documents = new Map<string, unknown>(Object.entries(saved?.documents ?? {}))
  let domains = new Map(Object.entries(saved?.domains ?? {}))
  let lastManifests = new Map(Object.entries(saved?.routes ?? {}))
  let version = 0
  let live = ''
  const listeners: (() => void)[] = []
  const conflictCount = metrics.gauge(
    'gateway_route_conflicts',
    'Routes and public events declared by a service that may not have them',
  )
  const replicaCount = metrics.gauge('gateway_upstream_replicas', 'Running replicas of the service', [
    'upstream',
  ])

  const { isLive } = replicas
  let table = routeTable(known, isLive, new Map())
  let reported = ''
  const declaredIn = trackDeclaredEvents(logger)
  let refusedEvents = declaredIn(lastManifests).refused

  const rebuild = (): void => {
    live = liveKeys()
    table = routeTable(known, isLive, table.owners)
    for (const key of refused.keys()) if (!known.has(key)) refused.delete(key)
    const refusedCount = [...refused.values()].reduce((sum, count) => sum + count, 0)
    conflictCount.set(table.conflicts.length + refusedCount + refusedEvents.length)
    for (const [upstream, replicas] of table.services) replicaCount.set({ upstream }, replicas)
    const conflicts = JSON.stringify(table.conflicts)
    if (conflicts !== reported && table.conflicts.length > 0) {
      logger.error(
        { conflicts: table.conflicts },
        'two services claim the same route, and only the current owner serves it; remove the route from the other service',
      )
    }
    reported = conflicts
    for (const listener of listeners) listener()
  }
  const liveKeys = (): string => [...known.keys()].filter(isLive).join(' ')

  let writing: Promise<void> = Promise.resolve()
  const save = (): void => {
    const snapshot = {
      manifests: Object.fromEntries([...known].filter(([, { service }]) => !removed.has(service))),
      documents: Object.fromEntries(documents),
      domains: Object.fromEntries(domains),
      routes: Object.fromEntries(lastManifests),
    }
    writing = writing
      .then(() => writeSavedRoutes(file, snapshot))
      .catch((error: unknown) =>
        logger.warn(
          { err: error, file },
          'failed to save the known routes; the gateway will not have them if it restarts without NATS',
        ),
      )
  }

  let lastValues: ReadonlyMap<string, unknown> = new Map()
  /** Reads manifest updates and returns whether anything changed. Most calls read only one or two renewals. */
  const readManifests = (map: ReadonlyMap<string, unknown>): boolean => {
    const services = new Set([...known.values()].map(({ service }) => service))
    let isChanged = false
    for (const [key, value] of map) {
      // A replica whose lease expired was removed from `known`; it can return with the same manifest.
      if (lastValues.get(key) === value && known.has(key)) continue
      if (!isLive(key) && services.has(key.slice(0, key.indexOf('.')))) continue
      const parsed = parseManifest(key, value, logger)
      const manifest = parsed && permit(key, parsed)
      if (!manifest || JSON.stringify(known.get(key)) === JSON.stringify(manifest)) continue
      known.set(key, manifest)
      isChanged = true
    }
    lastValues = map
    return isChanged
  }
  /** Services that an operator has removed; one of them may still be running. */
  const removed = new Set<string>()
  const forgetRemoved = (): void => {
    for (const [key, { service }] of known)
      if (removed.has(service) && !isLive(key)) {
        known.delete(key)
        replicaCount.remove({ upstream: service })
      }
  }
  const [firstManifests, firstRoutes] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const onManifests = (map: ReadonlyMap<string, unknown>, writtenAt: ReadonlyMap<string, Date>): void => {
    replicas.setShown(writtenAt)
    const isChanged = readManifests(map)
    forgetReplaced(known, isLive)
    forgetRemoved()
    firstManifests.resolve()
    if (!isChanged && liveKeys() === live) return
    rebuild()
    save()
  }

  /** Adds the routes of services that are down, and drops a service that an operator has removed. */
  const onRoutes = (
    map: ReadonlyMap<string, unknown>,
    _writtenAt: ReadonlyMap<string, Date>,
    deleted: ReadonlySet<string>,
  ): void => {
    const published = [...map].flatMap(([service, value]): [string, Manifest][] => {
      const parsed = parseManifest(`${service}.`, value, logger)
      return parsed ? [[service, permit(service, parsed)]] : []
    })
    for (const service of deleted) removed.add(service)
    lastManifests = keepLost(lastManifests, new Map(published), deleted)
    refusedEvents = declaredIn(lastManifests).refused
    for (const service of lastManifests.keys()) removed.delete(service)
    forgetRemoved()
    const services = new Set([...known.values()].map(({ service }) => service))
    for (const [service, manifest] of lastManifests)
      if (!services.has(service)) known.set(`${service}.${manifest.instance}`, manifest)
    firstRoutes.resolve()
    rebuild()
    save()
  }

  let publishedDomains = domains
  const forgetLostDomains = setTimeout(() => {
    domains = publishedDomains
    save()
  }, republishMs).unref()
  const watches = [
    bus.kv(manifestsBucket, { ttlMs: manifestTtlMs }).watchAll(onManifests),
    bus.kv(routesBucket).watchAll(onRoutes),
    bus.kv(openApiBucket).watchAll((map, _writtenAt, deleted) => {
      documents = keepLost(documents, map, deleted)
      version += 1
      save()
    }),
    bus.kv(domainsBucket).watchAll((map, _writtenAt, deleted) => {
      publishedDomains = readDomains(map)
      domains = keepLost(domains, publishedDomains, deleted)
      if (domains.size > publishedDomains.size) forgetLostDomains.refresh()
      save()
    }),
  ]
  rebuild()
  if (bus.isConnected())
    await Promise.race([
      Promise.all([firstManifests.promise, firstRoutes.promise]),
      delay(firstViewMs, undefined, { ref: false }),
    ])

  return {
    table: () => table,
    documents: () => documents,
    domainAt: (host) => domains.get(host) ?? null,
    version: () => version,
    onChange: (listener) => {
      listeners.push(listener)
    },
    drop: (key) => {
      replicas.drop(key)
      if (liveKeys() !== live) rebuild()
    },
    close: async () => {
      clearTimeout(forgetLostDomains)
      await Promise.all(watches.map((watch) => watch.stop()))
      await writing
    },
  }
}

const readDomains = (map: ReadonlyMap<string, unknown>): Map<string, CustomDomain> =>
  new Map(
    [...map].flatMap(([host, value]): [string, CustomDomain][] => {
      const { data } = CustomDomain.safeParse(value)
      return data ? [[host.toLowerCase(), data]] : []
    }),
  )

/** NATS lets a service write only keys that start with its name, so the key determines the manifest's service. */
const parseManifest = (key: string, value: unknown, logger: Logger): Manifest | null => {
  const parsed = Manifest.safeParse(value)
  if (parsed.success && key.startsWith(`${parsed.data.service}.`)) return parsed.data
  const issues = parsed.success ? ['it belongs to another service'] : parsed.error.issues.slice(0, 5)
  logger.error(
    { key, issues },
    'ignored an invalid manifest; check the version of the service that published it',
  )
  return null
}

/** Keeps the running replicas, and for a service that is down only the newest one, so that its routes stay known. */
const forgetReplaced = (known: Map<string, Manifest>, isLive: (key: string) => boolean): void => {
  const keepers = new Map<string, string>()
  for (const [key, { service, since }] of known) {
    const keeper = keepers.get(service)
    const isBetter = isLive(key) || (keeper && !isLive(keeper) && since > known.get(keeper)!.since)
    if (keeper === undefined || isBetter) keepers.set(service, key)
  }
  for (const [key, { service }] of known) if (!isLive(key) && keepers.get(service) !== key) known.delete(key)
}
