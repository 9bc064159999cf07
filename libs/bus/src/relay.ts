import { setTimeout as delay } from 'node:timers/promises'
import { maxClockSkewMs } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database, OutboxRecord, PublishedRecord } from '@wp/mongo'
import type { Logger, Metrics } from '@wp/telemetry'
import type { ManagedConnection } from './nats-connection.ts'
import { publishInOrder } from './publishing.ts'

/** Publishes the outbox. Several replicas may run a relay at the same time. */
export type Relay = {
  /** Publishes pending events now. */
  nudge(): void
  /** Resolves to true once all events of this process are published, or to false after `timeoutMs`. */
  flush(timeoutMs: number): Promise<boolean>
}

const pageSize = 512
/** While writes keep coming in, events are collected for this long and published in one batch. */
const batchWindowMs = 10
/** How often the outbox is read while events wait in it, and while it is empty. */
const pollMs = 1000
const idlePollMs = 5000
/** Other replicas' events are published here after this time, because those replicas may have crashed. */
const graceMs = 1000
const maxOwnIds = 50_000

/**
 * Returns the pending events to publish: this process's own, those that are overdue or far in the future, and all
 * others of the same aggregates. A full page means a backlog, so all of it is returned. Publishing twice is harmless:
 * streams drop messages with the same id.
 */
export const selectForPublishing = (
  page: readonly OutboxRecord[],
  isOwn: (id: Id) => boolean,
  now: number,
): OutboxRecord[] => {
  if (page.length >= pageSize) return [...page]
  const isDue = ({ id, createdAt }: OutboxRecord) => {
    const ageMs = now - createdAt.getTime()
    return isOwn(id) || ageMs >= graceMs || ageMs < -maxClockSkewMs
  }
  const aggregates = new Set(page.filter(isDue).map(({ aggregate }) => aggregate))
  aggregates.delete(null)
  return page.filter((record) => isDue(record) || aggregates.has(record.aggregate))
}

/**
 * Runs the relay until stopped. Publishes immediately after a commit in this process, and checks for other events
 * every five seconds, or every second while some are waiting.
 */
export const startRelay = (deps: {
  natsConnection: ManagedConnection
  db: Database
  logger: Logger
  metrics: Metrics
  /** Returns the stream's creation time, or null while it is unknown. Nothing is published while it is null. */
  stream: () => string | null
  /**
   * Called when the stream may have been deleted or recreated, as after a failure or when sequence numbers decrease.
   */
  repair: () => Promise<void>
}): Relay & { stop(): Promise<void> } => {
  const { natsConnection, db, logger, metrics } = deps
  const publishedTotal = metrics.counter('events_published_total', 'Events published from the outbox')
  const waitingGauge = metrics.gauge(
    'outbox_waiting',
    'Events waiting to be published (512 means 512 or more)',
  )
  const ageGauge = metrics.gauge('outbox_oldest_seconds', 'Age of the oldest event waiting to be published')
  const own = new Set<Id>()
  let isStopped = false
  let isNudged = false
  let isEmpty = false
  let lastSequence = 0
  let oldest: { id: Id | null; seenAt: number } = { id: null, seenAt: 0 }
  let beingMarked: ReadonlySet<Id> = new Set()
  let marking: Promise<void> = Promise.resolve()
  let wake: () => void = () => undefined
  const idleListeners: (() => void)[] = []

  const nudge = () => {
    isNudged = true
    wake()
  }
  const removeAppendListener = db.outbox.onAppend((ids) => {
    // This many ids only accumulate while NATS is down, and then all events are overdue anyway.
    if (own.size > maxOwnIds) own.clear()
    for (const id of ids) own.add(id)
    nudge()
  })
  const removeConnectListener = natsConnection.onConnect(nudge)

  /**
   * Returns how long an event has been waiting, at least since it was first seen, in case its creation time is in the
   * future.
   */
  const ageOf = (record: OutboxRecord | undefined, now: number): number => {
    if (!record) return 0
    if (record.id !== oldest.id) oldest = { id: record.id, seenAt: performance.now() }
    return Math.max(now - record.createdAt.getTime(), performance.now() - oldest.seenAt)
  }

  /** Returns true when there may be another page. */
  const publishPage = async (): Promise<boolean> => {
    const known = [...own]
    const marked = beingMarked
    // Always reads from the first pending event: an event with a lower id may have been committed since the last
    // page.
    const page = await db.outbox.pending(pageSize, marked)
    const now = db.systemClock.now().getTime()
    if (page.length < pageSize) dropPublished(known, page, marked)
    isEmpty = page.length === 0
    waitingGauge.set(page.length)
    ageGauge.set(ageOf(page[0], now) / 1000)
    const connection = natsConnection.current()
    const stream = deps.stream()
    if (!connection || stream === null) return false
    const selected = selectForPublishing(page, (id) => own.has(id), now)
    if (selected.length === 0) return false
    const { published, failure } = await publishInOrder(connection, selected)
    await markingDone()
    if (published.length > 0) mark(published, stream)
    if (failure !== undefined) throw failure
    if (published.length === 0) return false
    const sequence = Math.max(...published.map((each) => each.sequence))
    if (sequence < lastSequence) {
      await markingDone()
      await deps.repair()
    }
    lastSequence = sequence
    return page.length >= pageSize
  }
  /**
   * Marks events as published while the next page is read. If this fails, they are published again and the stream
   * drops the duplicates.
   */
  const mark = (published: readonly PublishedRecord[], stream: string): void => {
    const ids = published.map(({ id }) => id)
    beingMarked = new Set(ids)
    const work = async (): Promise<void> => {
      try {
        await db.outbox.markPublished(stream, published)
        for (const id of ids) own.delete(id)
        publishedTotal.inc(ids.length)
        // The search for events missing from a new stream may have run before these were marked, so repeat it.
        if (deps.stream() !== stream) await deps.repair()
      } finally {
        beingMarked = new Set()
      }
    }
    marking = work()
    marking.catch(() => undefined)
  }
  const markingDone = async (): Promise<void> => {
    try {
      await marking
    } finally {
      marking = Promise.resolve()
    }
  }

  /** Drops this process's events that another replica has published. */
  const dropPublished = (known: readonly Id[], page: readonly OutboxRecord[], marked: ReadonlySet<Id>) => {
    const waitingIds = new Set(page.map(({ id }) => id))
    for (const id of known) if (!waitingIds.has(id) && !marked.has(id)) own.delete(id)
  }

  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, ms)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isNudged || isStopped) wake()
    })

  const loop = async (): Promise<void> => {
    while (!isStopped) {
      isNudged = false
      try {
        while ((await publishPage()) && !isStopped);
        await markingDone()
        if (own.size === 0) for (const resolve of idleListeners.splice(0)) resolve()
      } catch (error) {
        await markingDone().catch(() => undefined)
        logger.warn({ err: error }, 'failed to publish events; will retry')
        await deps.repair().catch(() => undefined)
        isNudged = false
        await pause(250)
        continue
      }
      if (isNudged) await delay(batchWindowMs)
      else await pause(isEmpty ? idlePollMs : pollMs)
    }
  }
  const running = loop()

  return {
    nudge,
    flush: async (timeoutMs) => {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const timer = setTimeout(resolve, timeoutMs, false)
      idleListeners.push(() => resolve(true))
      nudge()
      try {
        return await promise
      } finally {
        clearTimeout(timer)
      }
    },
    stop: async () => {
      isStopped = true
      removeAppendListener()
      removeConnectListener()
      wake()
      await running
    },
  }
}
