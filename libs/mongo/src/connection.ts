import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { createConnection } from 'mongoose'
import type { Connection } from 'mongoose'
import { unavailable } from './errors.ts'

const startMs = 30_000

/** Of one process to its database. */
export const maxConnections = 60

/** Connects, trying again for up to 30 s. Once connected the driver finds its way back by itself after any outage. */
export const connectTo = async (url: string, name: string, logger: Logger): Promise<Connection> => {
  const deadline = Date.now() + startMs
  for (;;) {
    const connection = createConnection()
    // Without a listener a lost connection would be an unhandled error; operations report it anyway.
    connection.on('error', (error: unknown) => logger.warn({ err: error }, 'the database connection failed'))
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
      logger.warn({ err: error }, 'the database does not answer; trying again')
      await delay(250)
    }
  }
}
