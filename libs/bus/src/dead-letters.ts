import { AppError } from '@wp/kernel'
import { headers } from 'nats'
import type { NatsConnection } from 'nats'
import type { Envelope } from './events.ts'
import { consumerHeader, toConsumerName } from './consumer.ts'
import { openOrderedReader } from './ordered-reader.ts'
import { publishOne } from './publishing.ts'
import { deadLetterStream, deadLetterSubject } from './stream-names.ts'
import { ensureDeadLetters, isNotFound, openManager } from './streams.ts'
import type { StreamOptions } from './streams.ts'

/**
 * An event that a consumer failed to handle five times, or repeatedly began to handle without finishing, or a message
 * that is not an event.
 */
export type DeadLetter = {
  id: string
  service: string
  consumer: string
  event: Envelope
  /** The text of a message that is not an event; `event` then only identifies the message's position. */
  text?: string
  reason: string
  tries: number
  failedAt: string
  /**
   * The subject on which the event is published again. Missing in dead letters from older versions, where it
   * equals the type.
   */
  subject?: string
}

export type DeadLetters = {
  /** Lists dead letters, oldest first; `after` is the id of the last one seen. */
  list(options: { service?: string; limit: number; after?: string }): Promise<DeadLetter[]>
  /**
   * Publishes the event again for the failed consumer only and removes the dead letter. Throws NOT_FOUND for an
   * unknown id.
   */
  redrive(id: string): Promise<void>
}

type StoredDeadLetter = Omit<DeadLetter, 'id'>

/** Stores a dead letter, at most once per consumer, event and stream `sequence`. */
export const writeDeadLetter = async (
  connection: NatsConnection,
  letter: StoredDeadLetter,
  sequence: number,
  streams: StreamOptions,
): Promise<void> => {
  const subject = deadLetterSubject(letter.service, letter.consumer)
  const msgID = `${letter.service}:${letter.consumer}:${letter.event.id}:${sequence}`
  const send = () => publishOne(connection, subject, JSON.stringify(letter), { msgID })
  await send().catch(async () => {
    await ensureDeadLetters(await openManager(connection), streams)
    await send()
  })
}

/** Opens the dead letters of all services. `connection` returns the current connection or throws UNAVAILABLE. */
export const openDeadLetters = (connection: () => NatsConnection, streams: StreamOptions): DeadLetters => ({
  list: async ({ service, limit, after }) => {
    const connected = connection()
    const manager = await openManager(connected)
    await ensureDeadLetters(manager, streams)
    const letters: DeadLetter[] = []
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const reader = await openOrderedReader(connected, manager, {
      stream: deadLetterStream,
      filter: service === undefined ? 'wp-dead-letter.>' : deadLetterSubject(service, '*'),
      start: after === undefined ? 'all' : { sequence: sequenceOf(after) + 1 },
      onMessage: ({ text, sequence, pending }) => {
        letters.push({ id: String(sequence), ...(JSON.parse(text) as StoredDeadLetter) })
        if (letters.length >= limit || pending === 0) resolve()
      },
      // An idle stream has no more messages, even if some that were pending have been removed in the meantime.
      onHeartbeat: resolve,
      onBroken: () =>
        reject(new AppError('UNAVAILABLE', 'Reading the dead letters was interrupted; try again')),
    })
    if (reader.pendingAtStart === 0) resolve()
    try {
      await promise
    } finally {
      reader.stop()
    }
    return letters.slice(0, limit)
  },
  redrive: async (id) => {
    const connected = connection()
    const manager = await openManager(connected)
    const stored = await manager.streams
      .getMessage(deadLetterStream, { seq: sequenceOf(id) })
      .catch((error: unknown) => {
        throw isNotFound(error) ? letterNotFound(id) : error
      })
    const letter = stored.json<StoredDeadLetter>()
    const { event, service, consumer, subject = event.type, text = JSON.stringify(event) } = letter
    const header = headers()
    header.set(consumerHeader, toConsumerName(service, consumer))
    await publishOne(connected, subject, text, {
      msgID: `${event.id}:again:${id}`,
      headers: header,
    })
    await manager.streams.deleteMessage(deadLetterStream, stored.seq)
  },
})

const sequenceOf = (id: string): number => {
  if (!/^[1-9][0-9]{0,14}$/.test(id)) throw letterNotFound(id)
  return Number(id)
}

const letterNotFound = (id: string): AppError => new AppError('NOT_FOUND', `Dead letter ${id} not found`)
