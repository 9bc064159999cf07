import { setTimeout as delay } from 'node:timers/promises'
import type { RevocationList } from '@wp/auth'
import { defineEvent } from '@wp/bus'
import type { Bus } from '@wp/bus'
import type { Database } from '@wp/mongo'
import type { Logger, Metrics } from '@wp/telemetry'
import { z } from 'zod'
import { toRevocation } from './token-authority.ts'
import type { TokenAuthority } from './token-authority.ts'

/** Published by identity in the transaction that ends or outdates sessions; every process that verifies tokens follows it. */
export const RevocationRecorded = defineEvent({
  type: 'wp.identity.revocation.recorded.v1',
  summary: 'Login sessions ended, or access tokens became outdated',
  data: z.object({
    kind: z.enum(['session', 'account', 'outdated']),
    sessionId: z.string().nullish(),
    accountId: z.string().nullish(),
    exceptSessionId: z.string().nullish(),
    workspaceId: z.string().nullish(),
    at: z.string(),
  }),
})

/** Core subject on which identity says twice a second that nothing of its revocations waits unpublished. */
export const heartbeatSubject = 'wp.identity.heartbeat'

const lookBackMs = 65 * 60_000
const silenceMs = 2000
const checkMs = 500
const pollMs = 1000
const heartbeatMs = 500
/** Asked again from this much earlier: a transaction commits after the time it carries, and clocks differ. */
const overlapMs = 60_000
const maxRemembered = 10_000
const firstReportMs = 3000
const retryMs = 200

type FeedDeps = {
  bus: Bus
  authority: TokenAuthority
  list: RevocationList
  logger: Logger
  metrics: Metrics
}

/**
 * Keeps the revocation list true: by the event feed while it and identity's heartbeat are alive, by asking the authority
 * every second once either has been silent for 2 s. Waits up to 3 s for the first report, then goes on without.
 */
export const startRevocationFeed = async ({ bus, authority, list, logger, metrics }: FeedDeps) => {
  const staleness = metrics.gauge(
    'wp_revocation_feed_stale_seconds',
    'Age of what is known about revocations',
  )
  let [feedAt, heartbeatAt, knownAt, polledAt] = [0, 0, 0, 0]
  const startedAt = Date.now()
  let isPolling = false
  let isSilent = false
  const applied = new Set<string>()

  const apply = (fields: Parameters<typeof toRevocation>[0]): void => {
    const revocation = toRevocation(fields)
    const key = JSON.stringify(revocation)
    if (!revocation || applied.has(key)) return
    if (applied.size >= maxRemembered) applied.clear()
    applied.add(key)
    list.apply(revocation)
  }

  const markKnown = (): void => {
    knownAt = Date.now()
    list.touch()
  }

  const onSign = (): void => {
    const oldest = Date.now() - silenceMs
    if (feedAt < oldest || heartbeatAt < oldest) return
    if (isSilent) logger.info('the revocation feed is back')
    isSilent = false
    markKnown()
  }

  const poll = async (): Promise<void> => {
    isPolling = true
    polledAt = Date.now()
    const since = new Date(knownAt === 0 ? polledAt - lookBackMs : knownAt - overlapMs)
    try {
      for (const revocation of await authority.revocationsSince(since))
        apply({ ...revocation, at: new Date(revocation.at).toISOString() })
      markKnown()
    } catch (error) {
      logger.debug({ err: error }, 'identity cannot be asked for revocations')
    } finally {
      isPolling = false
    }
  }

  const checkSilence = (): void => {
    const now = Date.now()
    const heardAt = Math.max(startedAt, Math.min(feedAt, heartbeatAt))
    if (now - heardAt >= silenceMs && !isPolling && now - polledAt >= pollMs) {
      if (!isSilent) logger.warn('the revocation feed is silent, identity is asked instead')
      isSilent = true
      void poll()
    }
    staleness.set(knownAt === 0 ? lookBackMs / 1000 : (now - knownAt) / 1000)
  }

  const heartbeats = bus.subscribeCore(heartbeatSubject, () => {
    heartbeatAt = Date.now()
    onSign()
  })
  const follower = await bus.follow({
    events: [RevocationRecorded],
    startTime: new Date(Date.now() - lookBackMs),
    handle: (event) => apply(event.data),
    onAlive: () => {
      feedAt = Date.now()
      onSign()
    },
  })
  while (knownAt === 0 && Date.now() - startedAt < firstReportMs) {
    await poll()
    if (knownAt === 0) await delay(retryMs)
  }
  const timer = setInterval(checkSilence, checkMs).unref()
  if (knownAt === 0)
    logger.warn('nothing is known about revocations yet: until then tokens are answered with 503')

  return {
    close: async (): Promise<void> => {
      clearInterval(timer)
      await Promise.all([heartbeats.stop(), follower.stop()])
    },
  }
}

/** Identity's side of the feed: a heartbeat as long as its outbox is published without delay. */
export const startHeartbeat = ({ bus, db }: { bus: Bus; db: Database }) => {
  let isBusy = false
  const sendHeartbeat = async (): Promise<void> => {
    isBusy = true
    try {
      const [oldest] = await db.outbox.pending(1)
      if (!oldest || Date.now() - oldest.createdAt.getTime() < pollMs)
        bus.publishCore(heartbeatSubject, { at: new Date().toISOString() })
    } catch {
      // Without a heartbeat the others ask over gRPC.
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => {
    if (!isBusy) void sendHeartbeat()
  }, heartbeatMs).unref()
  return { close: (): void => clearInterval(timer) }
}
