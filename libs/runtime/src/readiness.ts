import { setTimeout as delay } from 'node:timers/promises'
import type { Bus } from '@wp/bus'
import type { Database } from '@wp/mongo'

type Phase = 'starting' | 'ready' | 'draining'

export type ReadinessReport = {
  ready: boolean
  phase: Phase
  waitingFor: string | null
  checks: Record<string, boolean>
}

/** Before whoever asks gives up waiting for the report. */
const defaultLateMs = 1000

/**
 * Whether a service may be sent requests: it has started, does not drain, its database answers, its consumers take the
 * events that wait for them, and it says so itself. A database that is late with its answer counts as before: under load
 * every replica would be taken away, one after the other.
 */
export const createReadiness = ({ lateMs = defaultLateMs } = {}) => {
  let phase: Phase = 'starting'
  let waitingFor: string | null = null
  let database: Pick<Database, 'ping'> | null = null
  let isAnswering = true
  let asking: Promise<void> | null = null
  let bus: Pick<Bus, 'stalledConsumers'> | null = null
  let serviceCheck: (() => Promise<boolean>) | null = null

  const askDatabase = async (from: Pick<Database, 'ping'>): Promise<void> => {
    isAnswering = await passesCheck(() => from.ping().then(() => true))
    asking = null
  }
  const databaseAnswers = async (from: Pick<Database, 'ping'>): Promise<boolean> => {
    asking ??= askDatabase(from)
    await Promise.race([asking, delay(lateMs, undefined, { ref: false })])
    return isAnswering
  }

  const report = async (): Promise<ReadinessReport> => {
    if (phase !== 'ready') return { ready: false, phase, waitingFor, checks: {} }
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
    }
  }

  return {
    report,
    setWaitingFor: (what: string | null): void => {
      waitingFor = what
    },
    markReady: (checks: {
      database: Pick<Database, 'ping'> | null
      bus: Pick<Bus, 'stalledConsumers'>
      ready: (() => Promise<boolean>) | undefined
    }): void => {
      phase = 'ready'
      database = checks.database
      bus = checks.bus
      serviceCheck = checks.ready ?? null
    },
    markDraining: (): void => {
      phase = 'draining'
    },
  }
}

export type Readiness = ReturnType<typeof createReadiness>

const passesCheck = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check()
  } catch {
    return false
  }
}
