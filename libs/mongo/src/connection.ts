import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { createConnection } from 'mongoose'
import type { Connection } from 'mongoose'
import { unavailable } from './errors.ts'

const startMs = 30_000

/** Connections to each server, unless the setting or the URL says otherwise. */
const defaultPoolSize = 60

/** Returns the number of connections to each server: `maxPoolSize` of the URL, or the setting. */
export const poolSizeOf = (url: string, poolSize = defaultPoolSize): number => {
  const given = Number(new URLSearchParams(url.split('?')[1]).get('maxPoolSize'))
  return given > 0 ? given : poolSize
}

/**
 * Connects, retrying for up to 30 s, then throws UNAVAILABLE. Throws an Error at once for a server that the platform
 * cannot use. Once connected, the driver reconnects by itself. An operation waits for a server, and then for a
 * connection to it, for up to half of `operationMs` each.
 */
export const connectTo = async (
  url: string,
  name: string,
  logger: Logger,
  operationMs: number,
  poolSize = poolSizeOf(url),
): Promise<Connection> => {
  const waitMs = operationMs / 2
  const deadline = performance.now() + startMs
  for (;;) {
    const connection = createConnection()
    // Without a listener, the error would be unhandled. `openUri` throws the same one.
    connection.on('error', () => undefined)
    try {
      await connection.openUri(url, {
        dbName: name,
        appName: name,
        autoCreate: false,
        autoIndex: false,
        bufferCommands: false,
        connectTimeoutMS: waitMs,
        heartbeatFrequencyMS: 2000,
        maxPoolSize: poolSize,
        serverSelectionTimeoutMS: waitMs,
        socketTimeoutMS: 20_000,
        waitQueueTimeoutMS: waitMs,
        // Otherwise, a primary without its majority would publish and confirm changes that are rolled back later.
        readConcernLevel: 'majority',
        w: 'majority',
      })
      requireUsable(await describeServer(connection))
      return connection
    } catch (error) {
      await connection.destroy().catch(() => undefined)
      if (error instanceof UnusableServer) throw error
      if (performance.now() > deadline) throw unavailable(error)
      logger.warn({ err: error }, 'cannot connect to the database; retrying')
      await delay(250)
    }
  }
}

export class UnusableServer extends Error {}

type ServerDescription = { version: string; isReplicaSet: boolean }

const describeServer = async (connection: Connection): Promise<ServerDescription> => {
  const admin = connection.db!.admin()
  const [{ setName, msg }, { version }] = await Promise.all([
    admin.command({ hello: 1 }),
    admin.command({ buildInfo: 1 }),
  ])
  return { version: String(version), isReplicaSet: setName !== undefined || msg === 'isdbgrid' }
}

const oldestVersion = 5

/** Throws for a standalone server, which has no transactions, and for versions before 5.0. */
export const requireUsable = ({ version, isReplicaSet }: ServerDescription): void => {
  if (Number.parseInt(version, 10) < oldestVersion)
    throw new UnusableServer(`MongoDB ${version} is not supported; use version ${oldestVersion}.0 to 8.0`)
  if (!isReplicaSet)
    throw new UnusableServer(
      'The MongoDB server is not a member of a replica set, so it has no transactions. Start it with --replSet and run rs.initiate() once; one member is enough.',
    )
}
