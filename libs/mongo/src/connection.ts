import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { createConnection } from 'mongoose'
import type { Connection } from 'mongoose'
import { unavailable } from './errors.ts'

const startMs = 30_000

export const maxConnections = 60

/** Connects, retrying for up to 30 s, then throws UNAVAILABLE. Once connected, the driver reconnects by itself. */
export const connectTo = async (url: string, name: string, logger: Logger): Promise<Connection> => {
  const deadline = Date.now() + startMs
  for (;;) {
    const connection = createConnection()
    // Without a listener, a lost connection would be an unhandled error.
    connection.on('error', (error: unknown) =>
      logger.warn({ err: error }, 'lost the database connection; the driver is reconnecting'),
    )
    try {
      return await connection.openUri(url, {
        dbName: name,
        appName: name,
        autoCreate: false,
        autoIndex: false,
        bufferCommands: false,
        connectTimeoutMS: 2000,
        heartbeatFrequencyMS: 2000,
        maxPoolSize: maxConnections,
        serverSelectionTimeoutMS: 2000,
        socketTimeoutMS: 20_000,
        waitQueueTimeoutMS: 2000,
      })
    } catch (error) {
      await connection.destroy().catch(() => undefined)
      if (Date.now() > deadline) throw unavailable(error)
      logger.warn({ err: error }, 'cannot connect to the database; retrying')
      await delay(250)
    }
  }
}
