import { AppError } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { requestContext } from '@wp/telemetry'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Consumer } from './consumer.ts'
import type { DeadLetter } from './dead-letters.ts'
import type { Envelope } from './events.ts'
import type { Delivery } from './pulling.ts'

const maxTries = 5
/** From this delivery on we note when we begin: an event that takes its process down never comes to an end. */
const suspectDeliveries = 5
const maxUnfinished = 10
const defaultDelaysMs = [500, 2000, 10_000, 30_000]
const awayMs = 2000

export type DeliveryParts = {
  service: string
  db: Database
  logger: Logger
  metrics: Metrics
  now: () => Date
  /** Stores a dead letter; `sequence` is the place of the message in its stream. */
  setAside: (letter: Omit<DeadLetter, 'id'>, sequence: number) => Promise<void>
}

/** Handles one message of a consumer: acknowledged after its effect, tried again after a failure, set aside after five. */
export const deliverTo = (consumer: Consumer, parts: DeliveryParts) => {
  const { db, logger, service } = parts
  const handledTotal = parts.metrics.counter('events_handled_total', 'Events by consumer and outcome', [
    'consumer',
    'outcome',
  ])
  const known = new Map(consumer.events.map((event) => [event.type, event]))
  const delays = consumer.retryDelaysMs ?? defaultDelaysMs
  const delayAfter = (tries: number): number => delays[Math.min(tries, delays.length) - 1] ?? 0

  const handle = (envelope: Envelope) =>
    requestContext.run(contextOf(envelope), () =>
      db.inbox.once(consumer.name, envelope.id, async (tx) => {
        const data = known.get(envelope.type)?.data.parse(envelope.data)
        await consumer.handle({ ...envelope, data }, tx)
      }),
    )

  const fail = async (message: Delivery, envelope: Envelope, error: unknown): Promise<void> => {
    if (isPassing(error)) {
      handledTotal.inc({ consumer: consumer.name, outcome: 'postponed' })
      message.nak(delayAfter(message.count))
      return
    }
    const reason = reasonOf(error)
    const tries = await db.inbox.recordFailure(consumer.name, envelope.id, reason)
    logger.warn(
      { err: error, consumer: consumer.name, eventId: envelope.id, tries },
      'handling an event failed',
    )
    if (tries < maxTries) {
      handledTotal.inc({ consumer: consumer.name, outcome: 'failed' })
      message.nak(delayAfter(tries))
      return
    }
    await setAside(message, envelope, reason, tries)
  }

  const setAside = async (
    message: Delivery,
    event: Envelope,
    reason: string,
    tries: number,
  ): Promise<void> => {
    const failedAt = parts.now().toISOString()
    const letter = { service, consumer: consumer.name, event, reason, tries, failedAt }
    await parts.setAside(letter, message.sequence)
    await db.inbox.clearFailures(consumer.name, event.id)
    handledTotal.inc({ consumer: consumer.name, outcome: 'dead' })
    logger.error(
      { consumer: consumer.name, eventId: event.id, type: event.type, reason },
      'set an event aside',
    )
    message.ack()
  }

  /** True when the event has ended its process too often; what is begun here must be ended by `finish`. */
  const isDeadly = async (message: Delivery, envelope: Envelope): Promise<boolean> => {
    if (message.count <= suspectDeliveries) return false
    const unfinished = await db.inbox.recordFailure(`${consumer.name}/begun`, envelope.id, 'began')
    return unfinished > maxUnfinished
  }
  const finish = async (message: Delivery, envelope: Envelope): Promise<void> => {
    if (message.count > suspectDeliveries) await db.inbox.clearFailures(`${consumer.name}/begun`, envelope.id)
  }

  const attempt = async (message: Delivery, envelope: Envelope): Promise<void> => {
    if (await isDeadly(message, envelope))
      return setAside(message, envelope, 'its handling did not come to an end', maxUnfinished)
    try {
      const outcome = await handle(envelope)
      message.ack()
      handledTotal.inc({ consumer: consumer.name, outcome })
    } catch (error) {
      await fail(message, envelope, error)
    }
    await finish(message, envelope)
  }

  return async (message: Delivery): Promise<void> => {
    const envelope = envelopeOf(message)
    if (!envelope || !known.has(envelope.type)) return message.ack()
    await attempt(message, envelope).catch((error: unknown) => {
      logger.warn(
        { err: error, consumer: consumer.name },
        'could not record what became of an event; it comes again',
      )
      message.nak(awayMs)
    })
  }
}

/** What else is away (database, another service) is no fault of the event. */
const isPassing = (error: unknown): boolean =>
  error instanceof AppError && (error.code === 'UNAVAILABLE' || error.code === 'TIMEOUT')

const reasonOf = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error)

const contextOf = (envelope: Envelope) => ({
  requestId: envelope.requestId ?? envelope.id,
  ...(envelope.traceparent && { traceparent: envelope.traceparent }),
  ...(envelope.workspaceId && { workspaceId: envelope.workspaceId }),
})

/** Null for something that is no event of ours; nobody could do anything with it. */
const envelopeOf = (message: Delivery): Envelope | null => {
  try {
    const envelope = JSON.parse(message.text) as Partial<Envelope> | null
    return typeof envelope?.id === 'string' && typeof envelope.type === 'string'
      ? (envelope as Envelope)
      : null
  } catch {
    return null
  }
}
