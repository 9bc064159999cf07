import { AppError, semaphore } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { isDatabaseUnavailable } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { runInSpan, tracer } from '@wp/telemetry'
import type { Logger, Metrics } from '@wp/telemetry'
import { ackWaitOf, takesBatches, toConsumerName } from './consumer.ts'
import type { Consumer } from './consumer.ts'
import type { DeadLetter } from './dead-letters.ts'
import { parseEnvelope, publisherOf } from './events.ts'
import type { Envelope } from './events.ts'
import type { Delivery } from './stream-reader.ts'

const maxTries = 5
/** After this many deliveries, each attempt is recorded before it starts, to detect events that crash the process. */
const suspectDeliveries = 5
const maxCrashes = 10
const defaultDelaysMs = [500, 2000, 10_000, 30_000]
const recordingRetryMs = 2000
/** Keeps the dead letter of a message that is not an event below the largest message that NATS accepts. */
const maxMalformedLength = 100_000
/** How many workspaces of a batch are handled concurrently; several batches may be running. */
const concurrentWorkspaces = 4
const outcomes = ['done', 'duplicate', 'ignored', 'unknown', 'postponed', 'failed', 'dead', 'malformed']

export type DeliveryDeps = {
  service: string
  db: Database
  logger: Logger
  metrics: Metrics
  now: () => Date
  /** Stores a dead letter; `sequence` is the message's sequence in its stream. */
  writeDeadLetter: (letter: Omit<DeadLetter, 'id'>, sequence: number) => Promise<void>
}

/**
 * Returns a function that handles a consumer's messages, in order for each workspace. Messages are acknowledged once
 * applied and retried after a failure; after five failures they become dead letters. If the consumer accepts batches,
 * messages are applied together; a batch that fails is divided.
 */
export const createDeliveryHandler = (consumer: Consumer, deps: DeliveryDeps) => {
  const { db, logger, service } = deps
  const handledTotal = deps.metrics.counter('events_handled_total', 'Events by consumer and outcome', [
    'consumer',
    'outcome',
  ])
  // Starts at 0: Prometheus sees no increase when a counter first appears with the value 1, so the alert would miss
  // it.
  for (const outcome of outcomes) handledTotal.inc({ consumer: consumer.name, outcome }, 0)
  const known = new Map(consumer.events.map((event) => [event.type, event]))
  const delays = consumer.retryDelaysMs ?? defaultDelaysMs
  const keepEveryMs = ackWaitOf(consumer) / 4
  const delayAfter = (tries: number): number => delays[Math.min(tries, delays.length) - 1] ?? 0

  const toEvent = (envelope: Envelope): Envelope => ({
    ...envelope,
    data: known.get(envelope.type)?.data.parse(envelope.data),
  })

  const isIgnored = (envelope: Envelope): boolean => {
    try {
      return consumer.ignores?.(toEvent(envelope)) ?? false
    } catch {
      return false // an invalid event fails when it is handled
    }
  }

  const handle = (envelope: Envelope) =>
    runInSpan(toRequestContext(envelope), nameOf(envelope), asConsumer, async () => {
      if (!('apply' in consumer))
        return db.inbox.once(consumer.name, envelope, (tx) => consumer.handle(toEvent(envelope), tx))
      await consumer.apply([toEvent(envelope)])
      return 'done'
    })

  const handleAll = async (envelopes: readonly Envelope[]): Promise<ReadonlySet<Id>> => {
    const ids = envelopes.map(({ id }) => id)
    if ('apply' in consumer) {
      const events = envelopes.map(toEvent)
      await runInSpans(events, () => consumer.apply(events))
      return new Set(ids)
    }
    const { inBatches } = consumer
    return db.inbox.onceEach(consumer.name, envelopes, async (fresh, tx) => {
      const events = envelopes
        .filter(({ id }, index) => fresh.has(id) && ids.indexOf(id) === index)
        .map(toEvent)
      if (typeof inBatches === 'function') return runInSpans(events, () => inBatches(events, tx))
      for (const event of events)
        await runInSpan(toRequestContext(event), nameOf(event), asConsumer, async () =>
          consumer.handle(event, tx),
        )
    })
  }

  const logEvent = ({ requestId, id, type }: Envelope, outcome: string): void =>
    logger.debug({ requestId, consumer: consumer.name, type, eventId: id, outcome }, 'event')

  const skip = (message: Delivery, envelope: Envelope, outcome: 'unknown' | 'ignored'): void => {
    message.ack()
    handledTotal.inc({ consumer: consumer.name, outcome })
    logEvent(envelope, outcome)
  }

  const postpone = (message: Delivery): void => {
    handledTotal.inc({ consumer: consumer.name, outcome: 'postponed' })
    message.nak(delayAfter(message.count))
  }

  const fail = async (message: Delivery, envelope: Envelope, error: unknown): Promise<void> => {
    if (isTransient(error)) return postpone(message)
    const reason = toReason(error)
    const tries = await db.inbox.recordFailure(consumer.name, envelope.id, reason)
    logger.warn(
      { err: error, consumer: consumer.name, eventId: envelope.id, tries },
      'failed to handle an event; it is retried or becomes a dead letter',
    )
    if (tries < maxTries) {
      handledTotal.inc({ consumer: consumer.name, outcome: 'failed' })
      message.nak(delayAfter(tries))
      return
    }
    await moveToDeadLetters(message, envelope, reason, tries)
  }

  const moveToDeadLetters = async (
    message: Delivery,
    event: Envelope,
    reason: string,
    tries: number,
  ): Promise<void> => {
    const failedAt = deps.now().toISOString()
    const { subject } = message
    const letter = { service, consumer: consumer.name, event, reason, tries, failedAt, subject }
    await deps.writeDeadLetter(letter, message.sequence)
    await db.inbox.clearFailures(consumer.name, event.id)
    handledTotal.inc({ consumer: consumer.name, outcome: 'dead' })
    logger.error(
      { consumer: consumer.name, eventId: event.id, type: event.type, reason },
      'moved an event to the dead letters',
    )
    message.ack()
  }

  const keepMalformed = async (message: Delivery): Promise<void> => {
    const { sequence, subject } = message
    await deps.writeDeadLetter(
      {
        service,
        consumer: consumer.name,
        event: standInFor(message),
        text: message.text.slice(0, maxMalformedLength),
        reason: 'the message is not an event',
        tries: 1,
        failedAt: deps.now().toISOString(),
        subject,
      },
      sequence,
    )
    handledTotal.inc({ consumer: consumer.name, outcome: 'malformed' })
    logger.error(
      { consumer: consumer.name, subject, sequence },
      'moved a message that is not an event to the dead letters',
    )
    message.ack()
  }

  /** Returns true when the event has crashed the process too often. `clearAttempt` resets the count. */
  const hasCrashedTooOften = async (message: Delivery, envelope: Envelope): Promise<boolean> => {
    if (message.count <= suspectDeliveries) return false
    const crashes = await db.inbox.recordFailure(`${consumer.name}/begun`, envelope.id, 'began')
    return crashes > maxCrashes
  }
  const clearAttempt = async (message: Delivery, envelope: Envelope): Promise<void> => {
    if (message.count > suspectDeliveries) await db.inbox.clearFailures(`${consumer.name}/begun`, envelope.id)
  }

  const attempt = async (message: Delivery, envelope: Envelope): Promise<void> => {
    if (await hasCrashedTooOften(message, envelope))
      return moveToDeadLetters(message, envelope, 'the handler never finished', maxCrashes)
    try {
      const outcome = await handle(envelope)
      message.ack()
      handledTotal.inc({ consumer: consumer.name, outcome })
      logEvent(envelope, outcome)
    } catch (error) {
      await fail(message, envelope, error)
    }
    await clearAttempt(message, envelope)
  }

  const redeliverUnlessRecorded = (message: Delivery, recorded: Promise<void>): Promise<void> =>
    recorded.catch((error: unknown) => {
      logger.warn(
        { err: error, consumer: consumer.name },
        'failed to record the outcome of an event; it will be redelivered',
      )
      message.nak(recordingRetryMs)
    })

  const deliver = (message: Delivery, envelope: Envelope): Promise<void> =>
    redeliverUnlessRecorded(message, attempt(message, envelope))

  /**
   * Applies the messages together, or postpones them together while the database is unavailable. Returns
   * false when something else failed, such as one event's call to an unavailable service.
   */
  const deliverTogether = async (parsed: readonly Parsed[]): Promise<boolean> => {
    try {
      const fresh = await handleAll(parsed.map(({ envelope }) => envelope))
      for (const { message, envelope } of parsed) {
        message.ack()
        const outcome = fresh.has(envelope.id) ? 'done' : 'duplicate'
        handledTotal.inc({ consumer: consumer.name, outcome })
        logEvent(envelope, outcome)
      }
      return true
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        for (const { message } of parsed) postpone(message)
        return true
      }
      logger.debug(
        { err: error, consumer: consumer.name, events: parsed.length },
        'a batch of events failed; handling each half separately',
      )
      return false
    }
  }

  /**
   * Redelivered messages are batched too: behind a backlog, many are redelivered only because they waited, and one by
   * one they would never catch up. For the same reason, a batch that fails, because of one of its events or of a
   * conflict with another replica, is halved. The events that wait in the meantime stay with this replica.
   */
  const deliverBatch = async (parsed: readonly Parsed[]): Promise<void> => {
    const parts = splitAtSuspects(parsed)
    let keptAt = performance.now()
    for (let part = parts.shift(); part; part = parts.shift()) {
      if (performance.now() - keptAt > keepEveryMs) {
        for (const { message } of [part, ...parts].flat()) message.keep()
        keptAt = performance.now()
      }
      if (part.length < 2) await deliverInOrder(part)
      else if (!(await deliverTogether(part))) {
        const middle = Math.ceil(part.length / 2)
        parts.unshift(part.slice(0, middle), part.slice(middle))
      }
    }
  }

  const deliverInOrder = async (group: readonly Parsed[]): Promise<void> => {
    for (const { message, envelope } of group) await deliver(message, envelope)
  }

  const ownName = toConsumerName(service, consumer.name)
  return async (messages: readonly Delivery[], publisher: string): Promise<void> => {
    const parsed: Parsed[] = []
    // Ignores events from other services: only a stream's owner publishes its events there.
    const isKnown = ({ type }: Envelope) => known.has(type) && publisherOf(type) === publisher
    for (const message of messages) {
      if (message.meantFor !== undefined && message.meantFor !== ownName) {
        message.ack()
        continue
      }
      const envelope = parseEnvelope(message.text)
      if (!envelope) await redeliverUnlessRecorded(message, keepMalformed(message))
      else if (!isKnown(envelope)) skip(message, envelope, 'unknown')
      else if (isIgnored(envelope)) skip(message, envelope, 'ignored')
      else parsed.push({ message, envelope })
    }
    if (takesBatches(consumer)) return deliverBatch(parsed)
    const byWorkspace = Map.groupBy(parsed, ({ envelope }) => envelope.workspaceId)
    const limited = semaphore(concurrentWorkspaces)
    await Promise.all([...byWorkspace.values()].map((group) => limited(() => deliverInOrder(group))))
  }
}

/** Identifies a message that is not an event by its place in the stream, where the text is kept for seven days. */
const standInFor = ({ subject, sequence }: Delivery): Envelope => ({
  id: `${subject}:${sequence}`,
  type: subject,
  time: '',
  workspaceId: null,
  requestId: null,
  traceparent: null,
  data: null,
})

const nameOf = ({ type }: Envelope): string => `handle ${type}`
const asConsumer = { role: 'consumer' as const }

/** Runs `work` for several events, with a span in each event's trace. */
const runInSpans = async (events: readonly Envelope[], work: () => Promise<void>): Promise<void> => {
  const spans = events.map((event) =>
    tracer()?.startSpan(nameOf(event), { ...asConsumer, parent: event.traceparent }),
  )
  try {
    await work()
    for (const span of spans) span?.end()
  } catch (error) {
    for (const span of spans) span?.end({ error })
    throw error
  }
}

type Parsed = { message: Delivery; envelope: Envelope }

/** Divides the messages, in their order, so that each suspect event is in its own part. */
const splitAtSuspects = (parsed: readonly Parsed[]): Parsed[][] => {
  const parts: Parsed[][] = []
  let isAlone = true
  for (const each of parsed) {
    const isSuspect = each.message.count > suspectDeliveries
    if (isAlone || isSuspect) parts.push([each])
    else parts.at(-1)!.push(each)
    isAlone = isSuspect
  }
  return parts
}

/** Errors caused by an unavailable database or service do not count as failed attempts. */
const isTransient = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT')

const toReason = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

const toRequestContext = (envelope: Envelope) => ({
  requestId: envelope.requestId ?? envelope.id,
  ...(envelope.traceparent && { traceparent: envelope.traceparent }),
  ...(envelope.workspaceId && { workspaceId: envelope.workspaceId }),
})
