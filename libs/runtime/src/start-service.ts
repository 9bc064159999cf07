import { createRevocationList, createVerifier, remoteKeys } from '@wp/auth'
import { defineAuditEvent, openBus } from '@wp/bus'
import type { Bus } from '@wp/bus'
import { readConfig } from '@wp/config'
import { AppError, systemClock } from '@wp/kernel'
import type { Clock } from '@wp/kernel'
import { openDatabase } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { identityService } from '@wp/protos'
import { createLogger, createMetrics, startTracing } from '@wp/telemetry'
import { advertisedHost, settingsFor } from './base-config.ts'
import type { BaseConfig } from './base-config.ts'
import { openCredentials } from './credentials.ts'
import type { Credentials } from './credentials.ts'
import { restrictToDeclared } from './declared-use.ts'
import { openEndpoints } from './endpoints.ts'
import type { Faults } from './faults.ts'
import { drainQuietMs } from './http-server.ts'
import type { DrainTimes } from './http-server.ts'
import { openOpsServer } from './ops-server.ts'
import { createPeerClients } from './peers.ts'
import { createReadiness } from './readiness.ts'
import { createResourceList } from './resources.ts'
import type { Closable, ResourceList } from './resources.ts'
import { startHeartbeat, startRevocationFeed } from './revocation-feed.ts'
import type { ServiceBase } from './service-base.ts'
import type { ServiceContext, ServiceDefinition } from './service-definition.ts'
import { remoteAuthority } from './token-authority.ts'
import { openWhenAvailable, waitUntil } from './availability.ts'

export type StartOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  /** The service's clock. Unless the service issues tokens itself, they are still checked against the system time. */
  readonly clock?: Clock
  readonly faults?: Faults
  /** Aborts a startup that is still waiting for a dependency. */
  readonly signal?: AbortSignal
  /** If false, no manifest is published, so that the gateway does not route to the service. */
  readonly register?: boolean
  /** Drain times. Use shorter ones only when no clients are connected. */
  readonly drain?: DrainTimes
  /** Adds process metrics. In a process with several services, each of them reports the same values. */
  readonly processMetrics?: boolean
  readonly logTo?: { write(line: string): void }
}

export type RunningService = {
  readonly url: string
  /** Null for a service without a gRPC server. */
  readonly rpcAddress: string | null
  readonly opsUrl: string
  /** Returns false when the process should be restarted, as `/live` does. */
  readonly isLive: () => boolean
  /** For tests: runs a job now. */
  runJob(name: string): Promise<void>
  /** Drains and closes everything; further calls return the same promise. */
  stop(): Promise<void>
}

/**
 * Starts a service in this process: settings, ops port, database, NATS, tokens, the service itself, then its
 * endpoints. Waits while the database or NATS is unavailable. Throws ConfigError with all configuration problems; if
 * startup fails, closes everything and throws the error.
 */
export const startService = async (
  definition: ServiceDefinition,
  options: StartOptions,
): Promise<RunningService> => {
  const base = createBase(definition, options)
  try {
    return await open(base, options)
  } catch (error) {
    await base.resources.closeAll()
    throw error
  }
}

const createBase = (definition: ServiceDefinition, options: StartOptions): ServiceBase => {
  const config = readConfig(settingsFor(definition), options.env)
  const logger = createLogger({
    service: definition.name,
    level: config.logLevel,
    ...(options.logTo ? { destination: options.logTo } : {}),
  })
  return {
    definition,
    config,
    clock: options.clock ?? systemClock,
    logger,
    metrics: createMetrics(definition.name, { process: options.processMetrics ?? false }),
    resources: createResourceList(logger),
    readiness: createReadiness(),
    signal: options.signal ?? new AbortController().signal,
  }
}

/**
 * Creates a service's collections and indexes, runs its migrations and closes the database. An upgrade runs this
 * before it starts new processes. Throws like `startService`; does nothing for a service without a database.
 */
export const migrateService = async (definition: ServiceDefinition, options: StartOptions): Promise<void> => {
  const base = createBase(definition, options)
  try {
    await openServiceDatabase(base, options.faults)
  } finally {
    await base.resources.closeAll()
  }
}

/**
 * Makes a service's stored events since a time pending again, records this for the audit log, and returns how many.
 * Throws INVALID_REQUEST for a
 * service without a database, and otherwise like `startService`.
 */
export const replayEvents = async (
  definition: ServiceDefinition,
  since: Date,
  options: StartOptions,
): Promise<number> => {
  const base = createBase(definition, options)
  try {
    const db = await openServiceDatabase(base, options.faults)
    if (!db) throw new AppError('INVALID_REQUEST', `${definition.name} stores no events`)
    const count = await db.outbox.requeue(since)
    await db.transaction(async (tx) =>
      tx.publish(defineAuditEvent(definition.name), {
        workspaceId: null,
        data: {
          actorId: null,
          actorKind: 'operator',
          action: 'events.replayed',
          targetType: 'service',
          targetId: definition.name,
        },
        aggregate: `service:${definition.name}`,
      }),
    )
    return count
  } finally {
    await base.resources.closeAll()
  }
}

const open = async (created: ServiceBase, options: StartOptions): Promise<RunningService> => {
  const { definition, config, logger, metrics, resources, readiness } = created
  let now = Date.now
  const credentials = openCredentials(created, () => now())
  const ops = await openOpsServer({
    host: config.opsHost,
    port: config.opsPort,
    service: definition.name,
    metrics,
    readiness,
  })
  resources.add('ops port', ops.close)
  const tracing = await startTracing({
    service: definition.name,
    endpoint: config.otelExporterOtlpEndpoint,
    ratio: config.otelTracesSamplerArg,
  })
  resources.add('tracing', () => tracing.close())

  const db = await openServiceDatabase(created, options.faults)
  const base = db ? { ...created, clock: db.clock } : created
  if (db) now = () => db.systemClock.now().getTime()
  const bus = await openServiceBus(base, db, credentials)
  const rpc = createPeerClients({
    config: { ...config },
    deadlineMs: config.rpcDeadlineMs,
    ...(definition.declaration && { calls: definition.declaration.calls }),
    ...(credentials && { tokens: credentials.tokens }),
    logger,
    metrics,
    use: (client) => resources.add('peer', () => client.close()),
  })
  const tokens = await openVerifier(base, { db, bus, rpc })
  const context = {
    config,
    db,
    bus,
    ...tokens,
    clock: base.clock,
    logger,
    metrics,
    use: createUse(resources),
    rpc,
  }
  const declared = await definition.open(context as never)
  const endpoints = await openEndpoints({
    base,
    declared,
    db,
    bus,
    verifier: tokens.verifier,
    callers: credentials?.callers,
    isRegistered: options.register ?? true,
  })
  readiness.markReady({ database: db, bus, ready: declared.ready })
  await endpoints.announce()
  logger.info({ http: endpoints.url, rpc: endpoints.rpcAddress, ops: ops.port }, 'ready')

  let stopping: Promise<void> | null = null
  const stop = async (): Promise<void> => {
    logger.info('draining')
    readiness.markDraining()
    await endpoints.drain(options.drain ?? { quietMs: drainQuietMs, capMs: config.drainMs })
    await resources.closeAll()
    logger.info('stopped')
  }
  return {
    url: endpoints.url,
    rpcAddress: endpoints.rpcAddress,
    opsUrl: `http://${advertisedHost({ ...config, host: config.opsHost })}:${ops.port}`,
    isLive: readiness.isLive,
    runJob: endpoints.runJob,
    stop: () => (stopping ??= stop()),
  }
}

const toDatabaseName = ({ name }: ServiceDefinition, prefix: string): string =>
  `${prefix}${name.replaceAll('-', '_')}`

/** Returns the name of a service's database. Throws ConfigError for invalid settings. */
export const databaseNameOf = (definition: ServiceDefinition, { env }: StartOptions): string =>
  toDatabaseName(definition, readConfig(settingsFor(definition), env).databasePrefix)

const openServiceDatabase = async (
  base: ServiceBase,
  faults: Faults | undefined,
): Promise<Database | null> => {
  const { definition, config, clock, logger, metrics, resources } = base
  if (definition.database === false) return null
  const { collections, migrations } = definition.database
  const db = await openWhenAvailable(
    'the database',
    () =>
      openDatabase({
        url: config.mongodbUrl,
        name: toDatabaseName(definition, config.databasePrefix),
        clock,
        logger,
        metrics,
        collections,
        operationMs: config.databaseDeadlineMs,
        poolSize: config.mongodbPoolSize,
        checkPlans: config.checkPlans === '1',
        ...(migrations ? { migrations } : {}),
        ...(faults ? { beforeOperation: () => faults.beforeOperation() } : {}),
      }),
    base,
  )
  resources.add('database', () => db.close())
  return db
}

const openServiceBus = async (
  base: ServiceBase,
  db: Database | null,
  credentials: Credentials | null,
): Promise<Bus> => {
  const { definition, config, clock, logger, metrics, resources } = base
  const bus = await openBus({
    url: config.natsUrl,
    service: definition.name,
    ...(credentials && { seed: credentials.natsSeed }),
    ...(db ? { db } : {}),
    logger,
    metrics,
    clock,
    replicas: config.natsReplicas,
    maxStreamBytes: config.natsStreamMb * 1024 * 1024,
    ...(config.natsStoreMb !== undefined && { maxStoreBytes: config.natsStoreMb * 1024 * 1024 }),
  })
  resources.add('bus', () => bus.close())
  if (definition.needsNats ?? true) await waitUntil('NATS', () => bus.isConnected(), base)
  return definition.declaration ? restrictToDeclared(bus, definition.declaration) : bus
}

const keysRetryMs = 1000

type VerifierDeps = { db: Database | null; bus: Bus; rpc: ServiceContext<BaseConfig, false>['rpc'] }

const openVerifier = async (base: ServiceBase, { db, bus, rpc }: VerifierDeps) => {
  const { definition, config, logger, metrics, resources } = base
  const own = definition.authority?.({ config, db: db as never, clock: base.clock, logger })
  const authority = own ? await own : remoteAuthority(rpc(identityService))
  if (own && db) resources.add('heartbeat', startHeartbeat({ bus, db }).close)
  const clock = db?.systemClock ?? systemClock
  const revocations = createRevocationList({ clock })
  // Fetches keys before the first token arrives, because identity may be unavailable by then.
  const keys = remoteKeys({ fetch: () => authority.jwks(), clock })
  const [feed] = await Promise.all([
    startRevocationFeed({ bus, authority, list: revocations, clock, logger, metrics }),
    keys.refresh(),
  ])
  resources.add('revocation feed', feed.close)
  resources.add('keys', retryUntilKnown(keys))
  const verifier = createVerifier({
    keys,
    issuer: config.tokenIssuer,
    audience: config.tokenAudience,
    clock: own ? base.clock : clock,
    revocations,
  })
  return { verifier, revocations }
}

/** Tries to fetch keys every second until there are some. Returns a function that stops the attempts. */
const retryUntilKnown = (keys: ReturnType<typeof remoteKeys>): (() => void) => {
  const timer = setInterval(() => {
    if (keys.version > 0) clearInterval(timer)
    else void keys.refresh()
  }, keysRetryMs).unref()
  return () => clearInterval(timer)
}

const createUse = (resources: ResourceList) => {
  function use<Resource extends Closable>(resource: Promise<Resource>): Promise<Resource>
  function use<Resource extends Closable>(resource: Resource): Resource
  function use<Resource extends Closable>(
    resource: Resource | Promise<Resource>,
  ): Resource | Promise<Resource> {
    if (resource instanceof Promise) return resource.then((one) => use(one))
    resources.add(resource.constructor.name, () => resource.close())
    return resource
  }
  return use
}
