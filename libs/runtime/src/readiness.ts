import type { Database } from '@wp/mongo'

type Phase = 'starting' | 'ready' | 'draining'

export type ReadinessReport = {
  ready: boolean
  phase: Phase
  waitingFor: string | null
  checks: Record<string, boolean>
}

/** Whether a service may be sent requests: it has started, does not drain, its database answers, and it says so itself. */
export const createReadiness = () => {
  let phase: Phase = 'starting'
  let waitingFor: string | null = null
  let database: Database | null = null
  let own: (() => Promise<boolean>) | null = null

  const report = async (): Promise<ReadinessReport> => {
    if (phase !== 'ready') return { ready: false, phase, waitingFor, checks: {} }
    const [db, service] = await Promise.all([
      database ? passes(async () => database!.ping().then(() => true)) : true,
      own ? passes(own) : true,
    ])
    return {
      ready: db && service,
      phase,
      waitingFor,
      checks: { ...(database ? { database: db } : {}), service },
    }
  }

  return {
    report,
    waitFor: (what: string | null): void => {
      waitingFor = what
    },
    opened: (parts: { database: Database | null; ready: (() => Promise<boolean>) | undefined }): void => {
      phase = 'ready'
      database = parts.database
      own = parts.ready ?? null
    },
    draining: (): void => {
      phase = 'draining'
    },
  }
}

export type Readiness = ReturnType<typeof createReadiness>

const passes = async (check: () => Promise<boolean>): Promise<boolean> => {
  try {
    return await check()
  } catch {
    return false
  }
}
