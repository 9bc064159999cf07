import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { PasswordFile } from './authentication/password-file.ts'
import type { Services } from './commands/context.ts'
import { Cursors } from './commands/cursors.ts'
import { FailPoints } from './commands/fail-points.ts'
import type { FreeBytes } from './storage/disk-space.ts'
import type { OnFatal } from './storage/environment.ts'
import { Engine } from './engine/engine.ts'
import { dropUnfinished, sweepGarbage } from './engine/index-build.ts'
import { removeExpired } from './engine/expiry.ts'
import { Retries } from './transactions/retries.ts'
import { Sessions } from './engine/sessions.ts'
import { Connection } from './connections/connection.ts'

export interface ServerOptions {
  /** The data folder; it is created when missing. Only one process can use it at a time. */
  dataDir: string
  /** The port; 0 or undefined selects a free one. */
  port?: number
  /** Must be a loopback address unless `allowRemote` or `passwordFile` is set. */
  host?: string
  allowRemote?: boolean
  /** A file with the passwords of the user `wp`, one per line. Without it, clients do not need a password. */
  passwordFile?: string
  /** The interval for removing expired documents (TTL indexes); a minute by default. */
  expiryIntervalMs?: number
  /** The server parameter `transactionLifetimeLimitSeconds`; 60 by default. */
  transactionLifetimeLimitSeconds?: number
  /** Called when a commit fails; the process must then end (see `OnFatal`). By default, exits with code 1. */
  onFatal?: OnFatal
  /** Returns the free disk space in bytes. By default, asks the operating system. */
  freeBytes?: FreeBytes
  /** The free space in bytes below which only reads and deletes are accepted; 64 MiB by default. */
  reserveBytes?: number
  /** Allows `configureFailPoint`, which tests use to make commands fail. */
  enableTestCommands?: boolean
  log?: (error: unknown) => void
}

export interface RunningServer {
  uri: string
  port: number
  /** Finishes running commands, then stops the server. */
  close(): Promise<void>
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])
const CLOSE_MS = 5000
const ANSWER_MS = 100

/**
 * Starts the database on a data folder. Fails when the folder or port is in use, or when the address is not loopback
 * and neither a password file nor `allowRemote` is given.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const host = options.host ?? '127.0.0.1'
  const passwords = options.passwordFile === undefined ? undefined : new PasswordFile(options.passwordFile)
  if (!LOOPBACK.has(host) && passwords === undefined && options.allowRemote !== true) {
    throw new Error(`The address ${host} is not loopback; use --password-file or --allow-remote`)
  }
  const log = options.log ?? ((error: unknown) => process.stderr.write(`embedded-mongo: ${inspect(error)}\n`))
  const engine = await Engine.open(options.dataDir, options.onFatal ?? stopProcess, options)
  const sessions = new Sessions(engine, options.transactionLifetimeLimitSeconds)
  const connections = new Set<Connection>()
  const services: Services = {
    engine,
    sessions,
    cursors: new Cursors(),
    connections: { open: connections, total: 0 },
    passwords,
    failPoints: new FailPoints(options.enableTestCommands ?? false),
    log,
  }
  const server = createServer((socket) => {
    const connection = new Connection(socket, services, ++services.connections.total)
    connections.add(connection)
    void connection.closed.then(() => connections.delete(connection))
  })
  try {
    await dropUnfinished(engine)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(options.port ?? 0, host, resolve)
    })
  } catch (error) {
    await engine.close()
    throw error
  }
  const upkeep = startUpkeep(services, options.expiryIntervalMs ?? 60_000)
  const { port } = server.address() as AddressInfo
  return {
    port,
    uri: `mongodb://${host.includes(':') ? `[${host}]` : host}:${port}/?replicaSet=rs0`,
    async close() {
      const stopped = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const connection of connections) connection.end()
      // Otherwise, writes that wait for the lock of an open transaction would not finish.
      sessions.close()
      const timer = setTimeout(() => log(new Error('Connections did not close in time')), CLOSE_MS)
      await stopped
      clearTimeout(timer)
      services.cursors.killWhere(() => true)
      await upkeep.stop()
      await engine.close()
    },
  }
}

/** Exits after a short delay, so that clients still receive the errors of failed writes. */
function stopProcess(error: Error): void {
  process.stderr.write(`embedded-mongo: a commit failed, stopping: ${error.message}\n`)
  setTimeout(() => process.exit(1), ANSWER_MS)
}

/**
 * Regularly removes expired documents and retry records, unused sessions, idle cursors and the data of dropped
 * collections and indexes.
 */
function startUpkeep(services: Services, intervalMs: number): { stop(): Promise<void> } {
  const retries = new Retries(services.engine.environment)
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const round = async (): Promise<void> => {
    const now = Date.now()
    services.sessions.sweep()
    services.cursors.sweep()
    try {
      await sweepGarbage(services.engine)
      await removeExpired(services.engine, now, () => isStopped)
      await retries.sweep(now)
    } catch (error) {
      services.log(error)
    }
  }
  running = sweepGarbage(services.engine).catch((error: unknown) => services.log(error))
  const timer = setInterval(() => {
    running = running.then(round)
  }, intervalMs)
  timer.unref()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running
    },
  }
}
