import { setTimeout as delay } from 'node:timers/promises'
import type { Id } from '@wp/kernel'
import type { Database, OutboxRecord, StreamPlace } from '@wp/mongo'
import type { Logger, Metrics } from '@wp/telemetry'
import type { ManagedConnection } from './nats-connection.ts'
import { publishInOrder } from './publishing.ts'

/** Publishes the outbox. Any number of replicas may run one. */
export type Relay = {
  /** Publishes what waits, now. */
  nudge(): void
  /** Resolves when nothing that this process wrote waits (true), or after `timeoutMs` (false). */
  flush(timeoutMs: number): Promise<boolean>
}

const pageSize = 512
/** Under steady writes, events that come within this time go out together. */
const gatherMs = 10
const pollMs = 1000
/** Others' events are theirs to publish for this long; a process that died leaves them to us. */
const graceMs = 1000
const rememberedIds = 50_000

/**
 * What to publish of the oldest that wait: our own, those that nobody published in time, and whatever precedes one of
 * these in its aggregate. A full page is a backlog, so all of it. Doing another replica's work twice is harmless: streams
 * drop a second message with the same id.
 */
export const selectForPublishing = (
  page: readonly OutboxRecord[],
  isOwn: (id: Id) => boolean,
  now: number,
): OutboxRecord[] => {
  if (page.length >= pageSize) return [...page]
  const isOurs = (record: OutboxRecord) => isOwn(record.id) || record.createdAt.getTime() <= now - graceMs
  const aggregates = new Set(page.filter(isOurs).map(({ aggregate }) => aggregate))
  aggregates.delete(null)
  return page.filter((record) => isOurs(record) || aggregates.has(record.aggregate))
}

/** Runs until stopped: at once after a commit of this process, soon after those that follow it, every second for the rest. */
export const startRelay = (deps: {
  natsConnection: ManagedConnection
  db: Database
  logger: Logger
  metrics: Metrics
  /** The stream, by the moment it was made; null while it is not known, and then nothing is published. */
  stream: () => string | null
  /** Called after a failure and when the stream counts from lower down again: it may be gone, or another. */
  repair: () => Promise<void>
}): Relay & { stop(): Promise<void> } => {
  const { natsConnection, db, logger, metrics } = deps
  const publishedTotal = metrics.counter('events_published_total', 'Events published from the outbox')
  const waitingGauge = metrics.gauge('outbox_waiting', 'Events that wait to be published')
  const ageGauge = metrics.gauge('outbox_oldest_seconds', 'Age of the oldest event that waits')
  const own = new Set<Id>()
  let isStopped = false
  let isNudged = false
  let lastSequence = 0
  let beingMarked: ReadonlySet<Id> = new Set()
  let marking: Promise<void> = Promise.resolve()
  let wake: () => void = () => undefined
  const idleListeners: (() => void)[] = []

  const nudge = () => {
    isNudged = true
    wake()
  }
  const removeAppendListener = db.outbox.onAppend((ids) => {
    // So many only pile up while NATS is away, and then all of them are old enough for anybody.
    if (own.size > rememberedIds) own.clear()
    for (const id of ids) own.add(id)
    nudge()
  })
  const removeConnectListener = natsConnection.onConnect(nudge)

  /** True when there may be more to do at once. */
  const publishPage = async (): Promise<boolean> => {
    const connection = natsConnection.current()
    const stream = deps.stream()
    if (!connection || stream === null) return false
    const known = [...own]
    const marked = beingMarked
    // From the first that waits each time: one with an older id may have been committed since the last page was read.
    const page = await db.outbox.pending(pageSize, marked)
    const now = Date.now()
    if (page.length < pageSize) forget(known, page, marked)
    waitingGauge.set(page.length)
    ageGauge.set(page[0] ? (now - page[0].createdAt.getTime()) / 1000 : 0)
    const selected = selectForPublishing(page, (id) => own.has(id), now)
    if (selected.length === 0) return false
    const { ids, sequence, failure } = await publishInOrder(connection, selected)
    await whenMarked()
    if (ids.length > 0) mark(ids, { stream, sequence })
    if (failure !== undefined) throw failure
    if (sequence < lastSequence) {
      await whenMarked()
      await deps.repair()
    }
    lastSequence = sequence
    return page.length >= pageSize
  }
  /** Goes on while the next page is read and published; what fails is published again, which streams drop. */
  const mark = (ids: readonly Id[], place: StreamPlace): void => {
    beingMarked = new Set(ids)
    const work = async (): Promise<void> => {
      try {
        await db.outbox.markPublished(ids, place)
        for (const id of ids) own.delete(id)
        publishedTotal.inc(ids.length)
        // Who looked for what the new stream lacks, while these were not marked yet, did not find them.
        if (deps.stream() !== place.stream) await deps.repair()
      } finally {
        beingMarked = new Set()
      }
    }
    marking = work()
    marking.catch(() => undefined)
  }
  const whenMarked = async (): Promise<void> => {
    try {
      await marking
    } finally {
      marking = Promise.resolve()
    }
  }

  /** Another replica published some of ours. */
  const forget = (known: readonly Id[], page: readonly OutboxRecord[], marked: ReadonlySet<Id>) => {
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
        await whenMarked()
        if (own.size === 0) for (const resolve of idleListeners.splice(0)) resolve()
      } catch (error) {
        await whenMarked().catch(() => undefined)
        logger.warn({ err: error }, 'publishing events failed; trying again')
        await deps.repair().catch(() => undefined)
        isNudged = false
        await pause(250)
        continue
      }
      if (isNudged) await delay(gatherMs)
      else await pause(pollMs)
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
