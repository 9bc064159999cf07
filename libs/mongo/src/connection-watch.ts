import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import type { Connection } from 'mongoose'
import { within } from './within.ts'

const pingTimeoutMs = 5000

type WatchTimes = {
  /** The pause between two pings; 5 s by default. */
  pauseMs?: number
  /** How long pings must fail before the connection is opened again; 30 s by default. */
  reopenAfterMs?: number
}

/** Throws when the database does not answer within five seconds. */
export const pingDatabase = async (connection: Connection): Promise<void> => {
  await within(pingTimeoutMs, async () => connection.db?.command({ ping: 1 }))
}

/**
 * Pings the database, and opens the connection again when it has not answered for 30 s, in case the driver no longer
 * finds a server that is running.
 */
export const watchConnection = (connection: Connection, logger: Logger, times: WatchTimes = {}) => {
  const { pauseMs = 5000, reopenAfterMs = 30_000 } = times
  const stopping = new AbortController()
  let failingSince: number | null = null
  const unavailableMs = (): number => (failingSince === null ? 0 : performance.now() - failingSince)

  const check = async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      await pingDatabase(connection)
      failingSince = null
    } catch (error) {
      failingSince ??= startedAt
      if (stopping.signal.aborted || unavailableMs() < reopenAfterMs) return
      logger.error({ err: error }, 'the database has not answered for a long time; opening a new connection')
      await reopen(connection).catch(() => undefined)
    }
  }
  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await delay(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (!stopping.signal.aborted) await check()
    }
  }
  const watching = watch()
  return {
    /** Returns for how long the database has not answered; 0 while it answers. */
    unavailableMs,
    stop: async (): Promise<void> => {
      stopping.abort()
      await watching
    },
  }
}

/** Collections and models keep working, because they belong to the client and not to its connections. */
const reopen = async (connection: Connection): Promise<void> => {
  const client = connection.getClient()
  await client.close()
  await client.connect()
}
