import type { Clock, Id } from '@wp/kernel'
import type { ClientSession, Collection as MongooseCollection } from 'mongoose'
import type { DraftEvent } from './envelope.ts'
import { eventIdFrom, eventIdTime, nextEventId } from './event-ids.ts'
import type { Operate } from './transactions.ts'

/** An event that is pending or was published. `envelope` is the JSON text of the message. */
export type OutboxRecord = {
  id: Id
  type: string
  /** The NATS subject. */
  subject: string
  aggregate: string | null
  envelope: string
  createdAt: Date
}

/** A stream, identified by its creation time, and a sequence number in it. */
export type StreamPosition = { stream: string; sequence: number }

/** Events stored with their change. Ids ascend with time, so for one record the order of ids is the order of commits. */
export type Outbox = {
  /** Returns unpublished events, oldest first, except the given ids. */
  pending(limit: number, except?: ReadonlySet<Id>): Promise<OutboxRecord[]>
  /** Marks events as published at `position`, or at a higher sequence number of the same stream. */
  markPublished(ids: readonly Id[], position: StreamPosition): Promise<void>
  /** Makes events pending again that are in another stream or beyond the end of this one; returns their number. */
  requeueMissing(end: StreamPosition): Promise<number>
  /** Makes all stored events from a point in time on pending again; returns their number. */
  requeue(from: Date): Promise<number>
  /** Calls the listener with the new ids after each commit of this process; returns a function that unsubscribes. */
  onAppend(listener: (ids: readonly Id[]) => void): () => void
  /** Yields all stored events from a point in time on, oldest first. Events are deleted 7 days after they were first published. */
  iterate(from: Date): AsyncIterable<OutboxRecord>
}

/** `waits` exists only until the event is published, so that its index stays small; `subject` only if it differs from the type. */
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
  // For requeueMissing, which runs after each connection to NATS.
  { keys: { stream: 1, sequence: 1 }, sparse: true },
] as const

const batchSize = 500

/** Returns the outbox of a database. `append` writes events in the current transaction and returns a function to call after the commit. */
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
          // Keeps the time of the first publication: an event that is published again must not outlive its inbox
          // records.
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
