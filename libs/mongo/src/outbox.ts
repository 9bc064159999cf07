import type { Clock, Id } from '@wp/kernel'
import type { ClientSession, Collection as MongooseCollection } from 'mongoose'
import type { DraftEvent } from './envelope.ts'
import { eventIdFrom, eventIdTime, nextEventId } from './event-ids.ts'
import type { Operate } from './transactions.ts'

/** A pending or published event. `envelope` is the message as JSON text. */
export type OutboxRecord = {
  id: Id
  type: string
  /** The NATS subject. */
  subject: string
  aggregate: string | null
  envelope: string
  createdAt: Date
}

/** A sequence number in a stream, which is identified by its creation time. */
export type StreamPosition = { stream: string; sequence: number }

/**
 * Events stored in the same transaction as their change. Ids ascend with time, so the events of one record are in
 * commit order.
 */
export type Outbox = {
  /** Returns unpublished events except the given ids, oldest first. */
  pending(limit: number, except?: ReadonlySet<Id>): Promise<OutboxRecord[]>
  /** Marks events as published at `position`, or later in the same stream. */
  markPublished(ids: readonly Id[], position: StreamPosition): Promise<void>
  /**
   * Makes events pending again if they were published to another stream or beyond the end of this one. Returns how
   * many.
   */
  requeueMissing(end: StreamPosition): Promise<number>
  /** Makes all stored events since `from` pending again. Returns how many. */
  requeue(from: Date): Promise<number>
  /** Calls the listener with the new ids after each commit in this process; returns an unsubscribe function. */
  onAppend(listener: (ids: readonly Id[]) => void): () => void
  /**
   * Yields all stored events since `from`, oldest first. Events are deleted 7 days after they were first published.
   */
  iterate(from: Date): AsyncIterable<OutboxRecord>
}

/**
 * `waits` is removed when the event is published, so that its index stays small. `subject` is only set if it differs
 * from the type.
 */
type Stored = {
  _id: Id
  type: string
  subject?: string
  aggregate: string | null
  envelope: string
  waits?: true
  publishedAt?: Date
} & Partial<StreamPosition>

export const outboxIndexes = [
  { keys: { waits: 1, _id: 1 }, partial: { waits: true } },
  { keys: { publishedAt: 1 }, ttlSeconds: 7 * 24 * 3600 },
  // For requeueMissing, which runs every time a service connects to NATS.
  { keys: { stream: 1, sequence: 1 }, sparse: true },
] as const

const batchSize = 500

/**
 * Returns the outbox stored in a database. `append` writes events in the current transaction and returns a function
 * to call after the commit.
 */
export const outboxOn = (
  events: MongooseCollection<Stored>,
  clock: Clock,
  operate: () => Operate,
): Outbox & { append(drafts: readonly DraftEvent[]): Promise<() => void> } => {
  const listeners = new Set<(ids: readonly Id[]) => void>()
  const plain = <Result>(work: (session: ClientSession | undefined) => Promise<Result>) => operate()(work)
  /** Most changes have one event, and insertOne is cheaper than insertMany. */
  const insertAll = (records: Stored[], options: { session: ClientSession | undefined }): Promise<unknown> =>
    records.length === 1 ? events.insertOne(records[0]!, options) : events.insertMany(records, options)
  const toRecord = ({ _id, type, subject = type, aggregate, envelope }: Stored): OutboxRecord => ({
    id: _id,
    type,
    subject,
    aggregate,
    envelope,
    createdAt: new Date(eventIdTime(_id)),
  })

  return {
    append: async (drafts) => {
      const records = drafts.map(({ type, subject, aggregate, sealed }): Stored => {
        const _id = nextEventId()
        const ownSubject = subject !== type && { subject }
        return { _id, type, ...ownSubject, aggregate, envelope: sealed(_id), waits: true }
      })
      await plain((session) => insertAll(records, { session }))
      const ids = records.map(({ _id }) => _id)
      return () => {
        for (const listener of listeners) listener(ids)
      }
    },
    pending: async (limit, except) => {
      const others = except && except.size > 0 && { _id: { $nin: [...except] } }
      const records = await plain(() =>
        events
          .find({ waits: true, ...others })
          .sort({ _id: 1 })
          .limit(limit)
          .batchSize(limit + 1)
          .toArray(),
      )
      return records.map(toRecord)
    },
    markPublished: async (ids, position) => {
      await plain(() =>
        events.updateMany(
          { _id: { $in: [...ids] }, waits: true },
          // Keeps the first publication time: otherwise a republished event could outlive its inbox records and be
          // handled twice.
          { $min: { publishedAt: clock.now() }, $set: { ...position }, $unset: { waits: 1 } },
        ),
      )
    },
    requeueMissing: async ({ stream, sequence }) => {
      const missing = [
        { stream: { $lt: stream } },
        { stream: { $gt: stream } },
        { stream, sequence: { $gt: sequence } },
      ]
      let count = 0
      for (const filter of missing) {
        const { modifiedCount } = await plain(() =>
          events.updateMany(filter, { $set: { waits: true }, $unset: { stream: 1, sequence: 1 } }),
        )
        count += modifiedCount
      }
      return count
    },
    requeue: async (from) => {
      const since = { _id: { $gt: eventIdFrom(from.getTime()) } }
      await plain(() =>
        events.updateMany(since, { $set: { waits: true }, $unset: { stream: 1, sequence: 1 } }),
      )
      return plain(() => events.countDocuments({ ...since, waits: true }))
    },
    onAppend: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    iterate: async function* (from) {
      for (let after = eventIdFrom(from.getTime()); ;) {
        const batch = await plain(() =>
          events
            .find({ _id: { $gt: after } })
            .sort({ _id: 1 })
            .limit(batchSize)
            .toArray(),
        )
        yield* batch.map(toRecord)
        const last = batch.at(-1)
        if (!last || batch.length < batchSize) return
        after = last._id
      }
    },
  }
}
