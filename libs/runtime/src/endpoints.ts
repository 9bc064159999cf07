import type { Server } from 'node:http'
import type { Verifier } from '@wp/auth'
import { publicEventsOf, toPublicEventDeclaration } from '@wp/bus'
import type { Bus, Subscription } from '@wp/bus'
import type { CallerCheck } from '@wp/credentials'
import { createApp, toOpenApi, toManifestRoute, uploadLimits } from '@wp/http'
import type { BoundRoute } from '@wp/http'
import { newId, systemClock } from '@wp/kernel'
import { mongoIdempotency } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { rpcServer } from '@wp/rpc'
import { advertisedHost } from './base-config.ts'
import { requireDeclaredRoutes } from './declared-use.ts'
import { descriptorLimit, limitHttpConnections } from './descriptors.ts'
import { createAppServer, openHttpServer } from './http-server.ts'
import type { DrainTimes } from './http-server.ts'
import { startJobs } from './jobs.ts'
import { register } from './registration.ts'
import type { ServiceBase } from './service-base.ts'
import type { ServiceEndpoints } from './service-definition.ts'

type EndpointDeps = {
  base: ServiceBase
  declared: ServiceEndpoints
  db: Database | null
  bus: Bus
  verifier: Verifier
  callers: CallerCheck | undefined
  isRegistered: boolean
}

const flushTimeoutMs = 1500
const rpcCloseTimeoutMs = 1000

/** Opens a service's endpoints. Closes them in an order that loses no work: HTTP, consumers, jobs, relay, gRPC. */
export const openEndpoints = async (deps: EndpointDeps) => {
  const { base, declared, db, bus, isRegistered } = deps
  const { definition, config, logger, metrics, resources } = base
  const routes = (declared.routes ?? []).flat() as BoundRoute[]
  if (definition.declaration)
    requireDeclaredRoutes(
      definition.name,
      definition.declaration,
      routes.map(({ route }) => route),
      declared.upgrades ?? [],
    )

  const instance = newId()
  const rpc = await openRpcServer(deps)
  const http = await openHttpServer(
    declared.server ?? createHttpServer(deps, routes, `${definition.name}.${instance}`),
    config.host,
    config.httpPort,
  )
  const url = `http://${advertisedHost(config)}:${http.port}`
  const jobs = await startJobs({ jobs: declared.jobs ?? [], db, logger, metrics })
  resources.add('relay', () => (db ? bus.relay.flush(flushTimeoutMs) : undefined))
  resources.add('jobs', jobs.close)
  resources.add('consumers', await startConsumers(bus, declared))
  let registration: Awaited<ReturnType<typeof register>> | null = null

  return {
    url,
    rpcAddress: rpc?.address ?? null,
    runJob: jobs.runNow,
    /** Publishes the manifest, unless registration is off or the service brings its own HTTP server. */
    announce: async (): Promise<void> => {
      if (declared.server || !isRegistered) return
      registration = await register({
        bus,
        manifest: {
          service: definition.name,
          instance,
          address: url,
          since: (db?.systemClock ?? systemClock).now().toISOString(),
          routes: routes.map(({ route }) => toManifestRoute(route)),
          upgrades: [...(declared.upgrades ?? [])],
          ...(definition.declaration && { permissions: definition.declaration.permissions }),
          publicEvents: publicEventsOf(definition.contract ?? {}).map(toPublicEventDeclaration),
        },
        openApi: toOpenApi(
          routes.map(({ route }) => route),
          { title: definition.name, version: '1' },
        ),
        logger,
      })
    },
    drain: async (times: DrainTimes): Promise<void> => {
      rpc?.drain()
      const withdrawn = registration?.withdraw()
      await Promise.all([withdrawn, declared.onDrain?.(times.capMs / 2), http.drain(times)])
    },
  }
}

const createHttpServer = (
  { base, declared, db, verifier }: EndpointDeps,
  routes: BoundRoute[],
  instance: string,
): Server => {
  const firstWorkspaceRoute = routes.find(({ route }) => route.access.kind === 'workspace')
  if (firstWorkspaceRoute && !declared.workspaces)
    throw new TypeError(
      `Route ${firstWorkspaceRoute.route.id} requires a workspace, but the service does not provide \`workspaces\``,
    )
  const app = createApp({
    service: base.definition.name,
    routes,
    verifier,
    workspaces: declared.workspaces ?? { find: async () => null },
    ...(db ? { idempotency: mongoIdempotency(db) } : {}),
    logger: base.logger,
    metrics: base.metrics,
    clock: base.clock,
    timeoutMs: base.config.requestDeadlineMs,
    uploadLimits: { ...uploadLimits, perProcess: base.config.uploadSpoolMb * 1024 * 1024 },
  })
  return createAppServer(app, declared.onUpgrade, instance, {
    limit: limitHttpConnections(descriptorLimit()),
    onRefused: base.readiness.markConnectionRefused,
  })
}

const openRpcServer = async ({ base, declared, callers }: EndpointDeps) => {
  const services = [declared.rpc ?? []].flat()
  if (services.length === 0) return null
  const { config, logger, metrics, resources } = base
  const server = rpcServer({
    host: config.host,
    port: config.rpcPort,
    services,
    ...(callers && { callers }),
    logger,
    metrics,
    development: config.nodeEnv === 'development',
  })
  const address = await server.start()
  resources.add('gRPC server', () => server.close(rpcCloseTimeoutMs))
  const port = address.slice(address.lastIndexOf(':') + 1)
  return { address: `${advertisedHost(config)}:${port}`, drain: () => server.drain() }
}

const startConsumers = async (
  bus: Bus,
  { consumers = [] }: ServiceEndpoints,
): Promise<() => Promise<unknown>> => {
  const subscriptions: Subscription[] = []
  for (const consumer of consumers) subscriptions.push(await bus.consume(consumer))
  return () => Promise.all(subscriptions.map((one) => one.stop()))
}
