import { setTimeout as delay } from 'node:timers/promises'
import type { RevocationList } from '@wp/auth'
import { defineEvent } from '@wp/bus'
import type { Bus } from '@wp/bus'
import type { Database } from '@wp/mongo'
import type { Logger, Metrics } from '@wp/telemetry'
import { z } from 'zod'
import { asRevocation } from './token-authority.ts'
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
const tickMs = 500
const pollMs = 1000
const beatMs = 500
/** Asked again from this much earlier: a transaction commits after the time it carries, and clocks differ. */
const overlapMs = 60_000
const maxRemembered = 10_000
const firstKnowledgeMs = 3000
const againMs = 200

type FeedParts = {
  bus: Bus
  authority: TokenAuthority
  list: RevocationList
  logger: Logger
  metrics: Metrics
}

/**
 * Keeps the revocation list true: by the event feed while it and identity's heartbeat are alive, by asking the authority
 * every second once either has been silent for 2 s. Waits up to 3 s for the first knowledge, then goes on without.
 */
export const startRevocationFeed = async ({ bus, authority, list, logger, metrics }: FeedParts) => {
  const staleness = metrics.gauge(
    'wp_revocation_feed_stale_seconds',
    'Age of what is known about revocations',
  )
  let [feedAt, beatAt, knownAt, polledAt] = [0, 0, 0, 0]
  const startedAt = Date.now()
  let isPolling = false
  let isSilent = false
  const applied = new Set<string>()

  const apply = (fields: Parameters<typeof asRevocation>[0]): void => {
    const revocation = asRevocation(fields)
    const key = JSON.stringify(revocation)
    if (!revocation || applied.has(key)) return
    if (applied.size >= maxRemembered) applied.clear()
    applied.add(key)
    list.apply(revocation)
  }

  const know = (): void => {
    knownAt = Date.now()
    list.touch()
  }

  const hear = (): void => {
    const oldest = Date.now() - silenceMs
    if (feedAt < oldest || beatAt < oldest) return
    if (isSilent) logger.info('the revocation feed is back')
    isSilent = false
    know()
  }

  const poll = async (): Promise<void> => {
    isPolling = true
    polledAt = Date.now()
    const since = new Date(knownAt === 0 ? polledAt - lookBackMs : knownAt - overlapMs)
    try {
      for (const revocation of await authority.revocationsSince(since))
        apply({ ...revocation, at: new Date(revocation.at).toISOString() })
      know()
    } catch (error) {
      logger.debug({ err: error }, 'identity cannot be asked for revocations')
    } finally {
      isPolling = false
    }
  }

  const tick = (): void => {
    const now = Date.now()
    const heardAt = Math.max(startedAt, Math.min(feedAt, beatAt))
    if (now - heardAt >= silenceMs && !isPolling && now - polledAt >= pollMs) {
      if (!isSilent) logger.warn('the revocation feed is silent, identity is asked instead')
      isSilent = true
      void poll()
    }
    staleness.set(knownAt === 0 ? lookBackMs / 1000 : (now - knownAt) / 1000)
  }

  const heart = bus.subscribeCore(heartbeatSubject, () => {
    beatAt = Date.now()
    hear()
  })
  const following = await bus.follow({
    events: [RevocationRecorded],
    startTime: new Date(Date.now() - lookBackMs),
    handle: (event) => apply(event.data),
    onAlive: () => {
      feedAt = Date.now()
      hear()
    },
  })
  while (knownAt === 0 && Date.now() - startedAt < firstKnowledgeMs) {
    await poll()
    if (knownAt === 0) await delay(againMs)
  }
  const timer = setInterval(tick, tickMs).unref()
  if (knownAt === 0)
    logger.warn('nothing is known about revocations yet: until then tokens are answered with 503')

  return {
    close: async (): Promise<void> => {
      clearInterval(timer)
      await Promise.all([heart.stop(), following.stop()])
    },
  }
}

/** Identity's side of the feed: a heartbeat as long as its outbox is published without delay. */
export const startHeartbeat = ({ bus, db }: { bus: Bus; db: Database }) => {
  let isBusy = false
  const beat = async (): Promise<void> => {
    isBusy = true
    try {
      const { oldest } = await db.outbox.backlog()
      if (!oldest || Date.now() - oldest.getTime() < pollMs)
        bus.publishCore(heartbeatSubject, { at: new Date().toISOString() })
    } catch {
      // Silence is the message: the others then ask over gRPC.
    } finally {
      isBusy = false
    }
  }
  const timer = setInterval(() => {
    if (!isBusy) void beat()
  }, beatMs).unref()
  return { close: (): void => clearInterval(timer) }
}
