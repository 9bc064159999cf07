import { setTimeout as delay } from 'node:timers/promises'
import { maxClockSkewMs } from '@wp/kernel'
import type { Bus } from '@wp/bus'
import type { Database } from '@wp/mongo'
import { descriptorWarnings } from './descriptors.ts'

type WatchedDatabase = Pick<Database, 'ping' | 'unavailableMs' | 'clockOffsetMs' | 'warnings'>
type Phase = 'starting' | 'ready' | 'draining'

export type ReadinessReport = {
  ready: boolean
  phase: Phase
  waitingFor: string | null
  checks: Record<string, boolean>
  /** Problems that do not make the service unready. */
  warnings: string[]
}

/**
 * A restart may help when the database has not answered for this long, even though a new connection was
 * opened.
 */
const liveWithoutDatabaseMs = 60_000

const refusedMs = 30_000
const natsWarning =
  'NATS is not connected; events wait in the database, and events of other services do not arrive'
const refusedWarning =
  'HTTP connections were refused because file descriptors are short; close connections or raise the limit (ulimit -n)'

/** Shorter than the readiness probes' timeout. */
const defaultPingTimeoutMs = 1000

/**
 * Returns a service's readiness check. A service is ready when it has started, is not draining, its database answers,
 * no consumer is stalled, and its own check passes. A missing connection to NATS is only a warning, because requests
 * work without it. While the database is slow, the previous state is kept: otherwise
 * high load would make all replicas unready.
 */
export const createReadiness = ({ pingTimeoutMs = defaultPingTimeoutMs } = {}) => {
  let phase: Phase = 'starting'
  let waitingFor: string | null = null
  let database: WatchedDatabase | null = null
  let isAnswering = true
  let pinging: Promise<void> | null = null
  let bus: Pick<Bus, 'stalledConsumers' | 'isConnected'> | null = null
  let serviceCheck: (() => Promise<boolean>) | null = null
  let refusedAt = Number.NEGATIVE_INFINITY

  const pingDatabase = async (from: WatchedDatabase): Promise<void> => {
    isAnswering = await passesCheck(() => from.ping().then(() => true))
    pinging = null
  }
  const databaseAnswers = async (from: WatchedDatabase): Promise<boolean> => {
    pinging ??= pingDatabase(from)
    await Promise.race([pinging, delay(pingTimeoutMs, undefined, { ref: false })])
    return isAnswering
  }

  const report = async (): Promise<ReadinessReport> => {
    if (phase !== 'ready') return { ready: false, phase, waitingFor, checks: {}, warnings: [] }
    const [db, service] = await Promise.all([
      database ? databaseAnswers(database) : true,
      serviceCheck ? passesCheck(serviceCheck) : true,
    ])
    const consumers = bus?.stalledConsumers().length === 0
    return {
      ready: db && consumers && service,
      phase,
      waitingFor,
      checks: { ...(database ? { database: db } : {}), consumers, service },
      warnings: [
        ...(database ? [...clockWarnings(database.clockOffsetMs()), ...database.warnings()] : []),
        ...(bus?.isConnected() ? [] : [natsWarning]),
        ...descriptorWarnings(),
        ...(performance.now() - refusedAt < refusedMs ? [refusedWarning] : []),
      ],
    }
  }

  return {
    report,
    /** Returns false when the process should be restarted. */
    isLive: (): boolean => (database?.unavailableMs() ?? 0) < liveWithoutDatabaseMs,
    setWaitingFor: (what: string | null): void => {
      waitingFor = what
    },
    markReady: (checks: {
      database: WatchedDatabase | null
      bus: Pick<Bus, 'stalledConsumers' | 'isConnected'>
      ready: (() => Promise<boolean>) | undefined
    }): void => {
      phase = 'ready'
      database = checks.database
      bus = checks.bus
      serviceCheck = checks.ready ?? null
    },
    /** Reports for half a minute that a connection was rejected because there were too many. */
    markConnectionRefused: (): void => {
      refusedAt = performance.now()
    },
    markDraining: (): void => {
      phase = 'draining'
    },
  }
}

export type Readiness = ReturnType<typeof createReadiness>

const clockWarnings = (offsetMs: number): string[] =>
  Math.abs(offsetMs) < maxClockSkewMs
    ? []
    : [
        `This machine's clock is ${Math.round(Math.abs(offsetMs) / 1000)} s ${offsetMs > 0 ? 'ahead of' : 'behind'} the database's; check its time synchronization`,
      ]

const passesCheck = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check()
  } catch {
    return false
  }
}
