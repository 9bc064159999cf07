import { setTimeout as delay } from 'node:timers/promises'
import type { RevocationList } from '@wp/auth'
import { defineEvent } from '@wp/bus'
import type { Bus } from '@wp/bus'
import type { Clock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { onScrape } from '@wp/telemetry'
import type { Logger, Metrics } from '@wp/telemetry'
import { z } from 'zod'
import { toRevocation } from './token-authority.ts'
import type { TokenAuthority } from './token-authority.ts'

/**
 * Published by identity when login sessions end or tokens become outdated; every process that verifies tokens follows
 * it.
 */
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

/**
 * Core subject on which identity confirms every second that its events, such as revocations, are published without
 * delay.
 */
export const heartbeatSubject = 'wp.identity.heartbeat'

const lookBackMs = 65 * 60_000
const silenceThresholdMs = 2000
const checkIntervalMs = 500
const pollIntervalMs = 1000
const heartbeatIntervalMs = 1000
/**
 * Each poll overlaps the previous one by this time, because transactions commit after their timestamp and clocks
 * differ.
 */
const overlapMs = 60_000
const maxApplied = 10_000
const firstPollTimeoutMs = 3000
const retryMs = 200

type FeedDeps = {
  bus: Bus
  authority: TokenAuthority
  list: RevocationList
  clock: Clock
  logger: Logger
  metrics: Metrics
}

/**
 * Keeps the revocation list up to date through events, and by polling the authority every second while the feed or
 * identity's heartbeat has been silent for 2 s. Waits up to 3 s for the first result.
 */
export const startRevocationFeed = async ({ bus, authority, list, clock, logger, metrics }: FeedDeps) => {
  const staleness = metrics.gauge('wp_revocation_feed_stale_seconds', 'Age of the revocation list')
  const never = Number.NEGATIVE_INFINITY
  let [feedAt, heartbeatAt, knownAt, polledAt] = [never, never, never, never]
  const startedAt = performance.now()
  let isPolling = false
  let isSilent = false
  onScrape(staleness, () => staleness.set(Math.min(lookBackMs, performance.now() - knownAt) / 1000))
  const applied = new Set<string>()

  const apply = (fields: Parameters<typeof toRevocation>[0]): void => {
    const revocation = toRevocation(fields)
    const key = JSON.stringify(revocation)
    if (!revocation || applied.has(key)) return
    if (applied.size >= maxApplied) applied.clear()
    applied.add(key)
    list.apply(revocation)
  }

  const markUpToDate = (): void => {
    knownAt = performance.now()
    list.touch()
  }

  const onAlive = (): void => {
    const oldest = performance.now() - silenceThresholdMs
    if (feedAt < oldest || heartbeatAt < oldest) return
    if (isSilent) logger.info('the revocation feed has recovered')
    isSilent = false
    markUpToDate()
  }

  const poll = async (): Promise<void> => {
    isPolling = true
    polledAt = performance.now()
    const lookBack = Math.min(lookBackMs, polledAt - knownAt + overlapMs)
    // Uses the earlier of the system time and the time counted since the start: a clock that is ahead would skip
    // revocations.
    const since = new Date(Math.min(clock.now().getTime(), performance.timeOrigin + polledAt) - lookBack)
    try {
      for (const revocation of await authority.revocationsSince(since))
        apply({ ...revocation, at: new Date(revocation.at).toISOString() })
      markUpToDate()
    } catch (error) {
      logger.debug({ err: error }, 'failed to poll identity for revocations; will retry')
    } finally {
      isPolling = false
    }
  }

  let timer: NodeJS.Timeout | undefined
  /** Runs again when the feed would count as silent without another sign of life, and while it is silent. */
  const checkSilence = (): void => {
    const now = performance.now()
    const silentMs = now - Math.max(startedAt, Math.min(feedAt, heartbeatAt))
    if (silentMs >= silenceThresholdMs && !isPolling && now - polledAt >= pollIntervalMs) {
      if (!isSilent) logger.warn('the revocation feed is silent; polling identity instead')
      isSilent = true
      void poll()
    }
    timer = setTimeout(checkSilence, Math.max(checkIntervalMs, silenceThresholdMs - silentMs)).unref()
  }

  const heartbeats = bus.subscribeCore(heartbeatSubject, () => {
    heartbeatAt = performance.now()
    onAlive()
  })
  const follower = await bus.follow({
    events: [RevocationRecorded],
    startTime: new Date(clock.now().getTime() - lookBackMs),
    handle: (event) => apply(event.data),
    onAlive: () => {
      feedAt = performance.now()
      onAlive()
    },
  })
  while (knownAt === never && performance.now() - startedAt < firstPollTimeoutMs) {
    await poll()
    if (knownAt === never) await delay(retryMs)
  }
  checkSilence()
  if (knownAt === never)
    logger.warn('revocations are not known yet; requests with tokens get 503 until they have been fetched')

  return {
    close: async (): Promise<void> => {
      clearTimeout(timer)
      await Promise.all([heartbeats.stop(), follower.stop()])
    },
  }
}

/**
 * Sends identity's heartbeat while its outbox is published without delay. A heartbeat that could not be sent is tried
 * again soon: without one for two seconds, all services would poll identity.
 */
export const startHeartbeat = ({ bus, db }: { bus: Bus; db: Database }) => {
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  /** Returns whether the heartbeat was sent. Without it, other services poll identity over gRPC. */
  const send = async (): Promise<boolean> => {
    const [oldest] = await db.outbox.pending(1)
    // It is unknown how long an event with a creation time in the future has been waiting.
    const isLate =
      oldest && Math.abs(db.systemClock.now().getTime() - oldest.createdAt.getTime()) >= pollIntervalMs
    if (isLate || isClosed) return false
    bus.publishCore(heartbeatSubject, { at: new Date().toISOString() })
    return true
  }
  const beat = async (): Promise<void> => {
    const startedAt = performance.now()
    const isSent = await send().catch(() => false)
    if (isClosed) return
    schedule(isSent ? Math.max(0, startedAt + heartbeatIntervalMs - performance.now()) : retryMs)
  }
  const schedule = (ms: number): void => {
    timer = setTimeout(() => void beat(), ms).unref()
  }
  schedule(0)
  return {
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
