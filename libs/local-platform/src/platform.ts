import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readDeclarations, type ServiceDeclaration } from '@wp/credentials/setup'
import { makeCredentials, platformFiles } from './credentials/make-credentials.ts'
import { databaseProcess, databaseUrl, findDatabase, prepareDatabase } from './database.ts'
import { claimDataFolder } from './data-folder.ts'
import { ensureKeys } from './keys.ts'
import { startProcess, type ManagedProcess, type ProcessHooks, type ProcessSpec } from './managed-process.ts'
import { findNats, natsProcess } from './nats.ts'
import { createPortAllocator, type PortRequest } from './ports.ts'
import {
  allServices,
  environmentOf,
  localBootstrapToken,
  planInstances,
  planPrograms,
  repositoryRoot,
  sharedEnvironment,
  watchLive,
  type Instance,
} from './services.ts'

/**
 * The same as in the images. Without it, V8 chooses the space for new objects based on the machine's memory:
 * 1 MB, which costs CPU time, in a container with 512 MB, and up to 64 MB on a large machine.
 */
const serviceNewSpaceMb = 8

const newSpaceOptions = (megabytes?: number): string[] =>
  megabytes === undefined ? [] : [`--max-semi-space-size=${megabytes}`]

export type PlatformOptions = {
  dataDir: string
  /** Preferred ports; if one is taken, the next free port is used. `'free'` (the default) uses any free port. */
  ports?: { gateway?: PortRequest; services?: PortRequest; nats?: PortRequest; mongodb?: PortRequest }
  /** Services to run; all by default. */
  services?: string[]
  replicas?: Record<string, number>
  /**
   * Services that share a process, and the program that runs them. The program reads their settings from `SERVICES`.
   */
  together?: { services: readonly string[]; program: string }[]
  /** Returns the program of a service; its sources by default. */
  programOf?: (service: string) => string
  /** V8's space for new objects in each process, in MiB; more saves CPU time. Services have 8 by default. */
  newSpaceMb?: number
  /** Ports for debuggers, by the name of the instance (`labs`, `labs-2`). */
  inspect?: Record<string, number>
  /** Other callers that need credentials, such as tests. */
  others?: ReadonlyMap<string, ServiceDeclaration>
  /** Settings for every service; NATS_URL and MONGODB_URL are read from here too. */
  env?: NodeJS.ProcessEnv
  onProgress?: (line: string) => void
  onLog?: ProcessHooks['onLine']
  onCrash?: ProcessHooks['onCrash']
  mostRestartMs?: ProcessHooks['mostRestartMs']
  /** Aborts the start: stops everything that was started and rejects. */
  signal?: AbortSignal
}

export type RunningInstance = {
  name: string
  http: string
  rpc: string
  ops: string
  pid: number | undefined
}

export type Platform = {
  gatewayUrl: string
  services: Record<string, RunningInstance[]>
  /** Restarts a service's processes with its current sources; `env` holds until the next restart. */
  restart: (service: string, env?: NodeJS.ProcessEnv) => Promise<void>
  /** Returns all processes, including the database and NATS. */
  processes: () => { name: string; pid: number | undefined }[]
  /** URL with the database password, or MONGODB_URL if it is set. */
  mongoUrl: string
  /** URL with the operator's credentials, which have all permissions, or NATS_URL if it is set. */
  natsUrl: string
  /** Contains a credentials folder for each service. */
  credentialsDir: string
  bootstrapToken: string
  dataDir: string
  logsDir: string
  /** Describes where the database and NATS come from. */
  sources: { mongodb: string; nats: string }
  /** Drains the services, gateway first, then stops the database and NATS. */
  stop: () => Promise<void>
  /** Kills all processes, as a power loss would. Use it only when the data is no longer needed. */
  kill: () => Promise<void>
}

const startLimit = Math.max(2, availableParallelism())

/** Starts the whole platform on this machine; resolves when every service is ready and the gateway routes to it. */
export const startPlatform = async (options: PlatformOptions): Promise<Platform> => {
  const env = { ...process.env, ...options.env }
  const report = options.onProgress ?? (() => undefined)
  const folder = claimDataFolder(options.dataDir)
  const logsDir = join(options.dataDir, 'logs')
  const { onLog: onLine, onCrash = () => undefined, mostRestartMs } = options
  const giveUp = new AbortController()
  options.signal?.addEventListener('abort', () => giveUp.abort())
  const hooks: ProcessHooks = { onCrash, onLine, mostRestartMs, signal: giveUp.signal }
  const running: ManagedProcess[] = []
  const starts: Promise<unknown>[] = []
  const startAndReport = async (spec: ProcessSpec): Promise<ManagedProcess> => {
    const since = Date.now()
    const process = await startProcess(spec, hooks)
    running.push(process)
    report(`${spec.name} is ready (${((Date.now() - since) / 1000).toFixed(1)} s)`)
    return process
  }
  const start = (spec: ProcessSpec): Promise<ManagedProcess> => {
    const starting = startAndReport(spec)
    starts.push(starting)
    return starting
  }
  const stop = async () => {
    const stopAll = (wanted: (name: string) => boolean) =>
      running.filter(({ name }) => wanted(name)).map((p) => p.stop())
    const isInfrastructure = (name: string) => name === 'nats' || name === 'mongodb'
    await Promise.all(stopAll((name) => name.startsWith('gateway')))
    await Promise.all(stopAll((name) => !name.startsWith('gateway') && !isInfrastructure(name)))
    await Promise.all(stopAll(isInfrastructure))
    folder.release()
  }
  const kill = async () => {
    await Promise.all(running.map((each) => each.kill()))
    folder.release()
  }

  try {
    const allocatePort = createPortAllocator()
    const ports = {
      gateway: 'free',
      services: 'free',
      nats: 'free',
      mongodb: 'free',
      ...options.ports,
    } as const
    const keys = ensureKeys(options.dataDir)
    const services = options.services ?? allServices()
    const credentialsDir = join(options.dataDir, 'credentials')
    const credentials = platformFiles(credentialsDir)
    // Without services, only the operator needs credentials.
    const declarations = services.length > 0 ? readDeclarations(repositoryRoot) : []
    await makeCredentials({
      folder: credentialsDir,
      declarations: new Map([...declarations, ...(options.others ?? [])]),
    })
    const natsSource = await findNats(env, report)
    const databaseSource = findDatabase(env, options.dataDir)
    const natsPort = natsSource.kind === 'given' ? 0 : await allocatePort(ports.nats)
    const mongoPort = databaseSource.kind === 'given' ? 0 : await allocatePort(ports.mongodb)
    const natsUrl = natsSource.kind === 'given' ? natsSource.url : `nats://127.0.0.1:${natsPort}`
    const mongoUrl = databaseUrl(databaseSource, mongoPort, credentials)
    if (services.length > 0)
      reportOpenAddresses({ NATS_URL: natsSource, MONGODB_URL: databaseSource }, report)
    const logOf = (name: string) => join(logsDir, `${name}.log`)
    const where = (name: string, port: number) => ({ port, dataDir: options.dataDir, logFile: logOf(name) })
    const startDatabase = async () => {
      if (databaseSource.kind === 'given') return
      const place = { ...where('mongodb', mongoPort), credentials }
      await prepareDatabase(databaseSource, place, hooks)
      await start(databaseProcess(databaseSource, place, newSpaceOptions(options.newSpaceMb)))
    }
    const startingDatabase = startDatabase()
    starts.push(startingDatabase)
    await Promise.all([
      natsSource.kind !== 'given' &&
        start(natsProcess(natsSource, { ...where('nats', natsPort), users: credentials.natsUsers })),
      startingDatabase,
    ])

    const instances = await planInstances(services, options.replicas ?? {}, allocatePort, ports)
    const gateway = instances.find(({ service }) => service === 'gateway')
    const gatewayUrl = gateway ? `http://127.0.0.1:${gateway.ports.http}` : ''
    const wiring = {
      instances,
      dataDir: options.dataDir,
      keys,
      credentialsDir,
      mongoUrl,
      natsUrl,
      publicUrl: gatewayUrl,
    }
    const unknown = Object.keys(options.inspect ?? {}).filter(
      (name) => !instances.some((instance) => instance.name === name),
    )
    if (unknown.length > 0)
      throw new Error(
        `Unknown service in --inspect: ${unknown.join(', ')}. Services: ${instances.map(({ name }) => name).join(', ')}.`,
      )
    const programs = planPrograms(instances, options.together ?? [], options.programOf)
    const started = await mapWithLimit(programs, startLimit, ({ name, file, runs, isShared }) => {
      const settings = runs.map((instance) => environmentOf(instance, wiring, options.env ?? {}))
      return start({
        name,
        command: process.execPath,
        args: [
          ...newSpaceOptions(options.newSpaceMb ?? serviceNewSpaceMb),
          ...(options.programOf ? ['--enable-source-maps'] : []),
          ...(options.inspect?.[name] === undefined ? [] : [`--inspect=127.0.0.1:${options.inspect[name]}`]),
          file,
        ],
        env: isShared ? sharedEnvironment(runs, settings) : settings[0],
        logFile: logOf(name),
        ready: 'announced',
        // A debugger stops the process.
        ...(options.inspect?.[name] === undefined && { watch: watchLive(runs) }),
      })
    })
    const processes = instances.map(
      (instance) => started[programs.findIndex(({ runs }) => runs.includes(instance))]!,
    )
    if (gatewayUrl) {
      await waitForRoutes(gatewayUrl, instances, report)
      folder.announce(gatewayUrl)
    }

    return {
      gatewayUrl,
      services: toRunningInstances(instances, processes),
      restart: async (service, added) => {
        const own = processes.filter((_, at) => instances[at]!.service === service)
        await Promise.all(own.map((each) => each.restart(added)))
      },
      processes: () => running.map(({ name, pid }) => ({ name, pid })),
      mongoUrl,
      natsUrl: natsSource.kind === 'given' ? natsUrl : asOperator(natsUrl, credentials.operatorSeed),
      credentialsDir,
      bootstrapToken: localBootstrapToken,
      dataDir: options.dataDir,
      logsDir,
      sources: {
        mongodb: databaseSource.kind,
        nats: natsSource.kind === 'program' ? natsSource.path : natsSource.kind,
      },
      stop,
      kill,
    }
  } catch (error) {
    giveUp.abort()
    await Promise.allSettled(starts)
    await stop()
    throw error
  }
}

const reportOpenAddresses = (
  sources: Record<string, { kind: string; url?: string }>,
  report: (line: string) => void,
): void => {
  for (const [name, { url }] of Object.entries(sources))
    if (url !== undefined && !/\/\/[^/@]+@/.test(url))
      report(
        `${name} contains no user; a server without authentication accepts every client (docs/security.md)`,
      )
}

const asOperator = (url: string, seedFile: string): string =>
  url.replace('://', `://${readFileSync(seedFile, 'utf8')}@`)

const toRunningInstances = (
  instances: Instance[],
  processes: ManagedProcess[],
): Record<string, RunningInstance[]> => {
  const services: Record<string, RunningInstance[]> = {}
  for (const [at, { service, name, ports }] of instances.entries()) {
    const process = processes[at]
    ;(services[service] ??= []).push({
      name,
      http: `http://127.0.0.1:${ports.http}`,
      rpc: `127.0.0.1:${ports.rpc}`,
      ops: `http://127.0.0.1:${ports.ops}`,
      get pid() {
        return process?.pid
      },
    })
  }
  return services
}

/** Limits concurrency: starting more processes than there are cores delays all of them. */
const mapWithLimit = async <In, Out>(
  items: In[],
  limit: number,
  work: (item: In) => Promise<Out>,
): Promise<Out[]> => {
  const results: Out[] = Array.from({ length: items.length })
  let next = 0
  let failed = false
  const worker = async () => {
    while (next < items.length && !failed) {
      const at = next++
      try {
        results[at] = await work(items[at]!)
      } catch (error) {
        failed = true
        throw error
      }
    }
  }
  const outcomes = await Promise.allSettled(Array.from({ length: limit }, worker))
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (failure) throw failure.reason
  return results
}

type Health = { services?: Record<string, number> }

const routesTimeoutMs = 20_000

/** Waits until the gateway routes to every instance. */
const waitForRoutes = async (
  gatewayUrl: string,
  instances: Instance[],
  report: (line: string) => void,
): Promise<void> => {
  const wanted = new Map<string, number>()
  for (const { service } of instances) wanted.set(service, (wanted.get(service) ?? 0) + 1)
  wanted.delete('gateway')
  const deadline = Date.now() + routesTimeoutMs
  let missing = [...wanted.keys()]
  while (Date.now() < deadline) {
    const health = await fetch(`${gatewayUrl}/health`)
      .then((reply) => reply.json() as Promise<Health>)
      .catch((): Health => ({}))
    missing = [...wanted]
      .filter(([name, count]) => (health.services?.[name] ?? 0) < count)
      .map(([name]) => name)
    if (missing.length === 0) return report('the gateway routes to every service')
    await pause(50)
  }
  throw new Error(
    `The gateway did not receive the routes of ${missing.join(', ')} within ${routesTimeoutMs / 1000} s.`,
  )
}
