import { setTimeout as delay } from 'node:timers/promises'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Connection } from 'mongoose'
import { within } from './within.ts'

const pingTimeoutMs = 5000
const maxReplyMs = 1000

type WatchTimes = {
  /** The pause between two pings; 5 s by default. */
  pauseMs?: number
  /** How long pings must fail before the connection is reopened; 30 s by default. */
  reopenAfterMs?: number
}

/**
 * Returns the database's time, or undefined while the connection is opened again. Throws when the database does not
 * answer within five seconds.
 */
export const pingDatabase = async (connection: Connection): Promise<Date | undefined> => {
  const reply = await within(pingTimeoutMs, async () => connection.db?.admin().command({ hello: 1 }))
  return reply?.['localTime'] as Date | undefined
}

/**
 * Pings the database, compares its clock with this process's, and reopens the connection when it has not
 * answered for 30 s, in case the driver no longer finds a server that is running.
 */
export const watchConnection = (
  { connection, databaseStart }: { connection: Connection; databaseStart: number },
  { logger, metrics }: { logger: Logger; metrics: Metrics },
  times: WatchTimes = {},
) => {
  const offsetGauge = metrics.gauge(
    'clock_offset_seconds',
    "How far this process's clock is ahead of the database's; negative when it is behind",
  )
  // The monotonic clock never jumps, unlike the system time.
  let start = databaseStart
  const clockOffsetMs = (): number => Date.now() - (start + performance.now())
  const setGauge = (): void => offsetGauge.set(clockOffsetMs() / 1000)
  setGauge()
  const { pauseMs = 5000, reopenAfterMs = 30_000 } = times
  const stopping = new AbortController()
  let failingSince: number | null = null
  const unavailableMs = (): number => (failingSince === null ? 0 : performance.now() - failingSince)

  const check = async (): Promise<void> => {
    const startedAt = performance.now()
    try {
      const databaseTime = await pingDatabase(connection)
      failingSince = null
      // A slow reply says little about the clocks.
      if (!databaseTime || performance.now() - startedAt > maxReplyMs) return
      start = databaseTime.getTime() - startedAt
      setGauge()
    } catch (error) {
      failingSince ??= startedAt
      if (stopping.signal.aborted || unavailableMs() < reopenAfterMs) return
      logger.error({ err: error }, 'the database has not answered for a long time; opening a new connection')
      await reopen(connection).catch(() => undefined)
    }
  }
  const watch = async (): Promise<void> => {
    for (;;) {
      await delay(pauseMs, undefined, { ref: false, signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      await check()
    }
  }
  const watching = watch()
  return {
    /** Returns for how long the database has not answered; 0 while it answers. */
    unavailableMs,
    /** Returns how far this process's clock is ahead of the database's. */
    clockOffsetMs,
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
