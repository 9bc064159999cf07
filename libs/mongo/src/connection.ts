import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { createConnection, mongo } from 'mongoose'
import type { Connection } from 'mongoose'
import { unavailable } from './errors.ts'
import { checkVersion, explainSelection, requireUsable, UnusableServer } from './server-check.ts'
import { checkTransactionLimit } from './transaction-limit.ts'

const defaultStartMs = 30_000

/**
 * How often the driver removes outdated idle connections from its pool. Its default of 100 ms is most of the work of an
 * idle process; outdated connections are not used in any case. The driver documents no option for this. A pool with a
 * `minPoolSize` keeps the default, because each check opens only one connection.
 */
const poolCheckMs = 60_000

/** Connections to each server, unless overridden by the setting or the URL. */
const defaultPoolSize = 60

/** Returns the number of connections to each server: `maxPoolSize` of the URL, or the setting. */
export const poolSizeOf = (url: string, poolSize = defaultPoolSize): number => {
  const given = Number(new URLSearchParams(url.split('?')[1]).get('maxPoolSize'))
  return given > 0 ? given : poolSize
}

/**
 * Connects, retrying for up to 30 s, then throws UNAVAILABLE. Throws UnusableServer for a server that the platform
 * cannot use: at once, or after 30 s if it may still be starting. Returns warnings about the server. Once connected, the
 * driver reconnects by itself. An operation waits for a server, and then for a connection to it, for up to half of
 * `operationMs` each. `databaseStart` is the database's time when this process's monotonic clock was 0.
 */
export const connectTo = async (
  url: string,
  name: string,
  logger: Logger,
  operationMs: number,
  poolSize = poolSizeOf(url),
  startMs = defaultStartMs,
): Promise<{ connection: Connection; databaseStart: number; warnings: string[] }> => {
  const waitMs = operationMs / 2
  const deadline = performance.now() + startMs
  for (;;) {
    const client = new mongo.MongoClient(url, {
      appName: name,
      connectTimeoutMS: waitMs,
      heartbeatFrequencyMS: 5000,
      maxPoolSize: poolSize,
      serverSelectionTimeoutMS: waitMs,
      socketTimeoutMS: 20_000,
      waitQueueTimeoutMS: waitMs,
      // Otherwise, a primary without its majority would publish and confirm changes that are rolled back later.
      readConcernLevel: 'majority',
      w: 'majority',
    })
    // Not passed to the constructor: it would look for the user in `dbName`, and rejects the other option.
    Object.assign(client.options, {
      dbName: name,
      ...(!client.options.minPoolSize && { minPoolSizeCheckFrequencyMS: poolCheckMs }),
    })
    client.setMaxListeners(0)
    const connection = createConnection()
    Object.assign(connection.config, { bufferCommands: false })
    try {
      await client.connect()
      connection.setClient(client)
      const askedAt = performance.now()
      const databaseStart = (await requireUsable(connection)).getTime() - askedAt
      const warnings = [
        ...(await checkVersion(connection, logger)),
        ...(await checkTransactionLimit(connection, operationMs, logger)),
      ]
      return { connection, databaseStart, warnings }
    } catch (error) {
      await connection.destroy().catch(() => undefined)
      await client.close().catch(() => undefined)
      if (error instanceof UnusableServer) throw error
      const unusable = explainSelection(error)
      if (performance.now() > deadline) throw unusable ?? unavailable(error)
      logger.warn({ err: unusable ?? error }, 'cannot connect to the database; retrying')
      await delay(250)
    }
  }
}
