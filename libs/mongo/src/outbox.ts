import type { Clock, Id } from '@wp/kernel'
import type { ClientSession, Collection as MongooseCollection } from 'mongoose'
import type { DraftEvent } from './envelope.ts'
import { eventIdFrom, eventIdTime, nextEventId } from './event-ids.ts'
import type { Operate } from './transactions.ts'

/** An event that waits to be published, or was. `envelope` is the JSON text that goes on the wire. */
export type OutboxRecord = {
  id: Id
  type: string
  /** What it is published on. */
  subject: string
  aggregate: string | null
  envelope: string
  createdAt: Date
}

/** A stream, known by the moment it was made, and a number in it. */
export type StreamPlace = { stream: string; sequence: number }

/** Events written with their change. Ids rise with time, so order by id is commit order for changes of one record. */
export type Outbox = {
  /** Those not yet published, oldest first, without those that the caller knows. */
  pending(limit: number, except?: ReadonlySet<Id>): Promise<OutboxRecord[]>
  /** `place` is where they are kept, as far as the publisher knows; a number above theirs in the stream will do. */
  markPublished(ids: readonly Id[], place: StreamPlace): Promise<void>
  /** Lets wait again what was published to another stream, or beyond the end of this one; gives their number. */
  requeueMissing(end: StreamPlace): Promise<number>
  /** Lets every kept event wait again, from a moment on; gives how many from then on wait. */
  requeue(from: Date): Promise<number>
  /** Calls the listener after each commit of this process with the new ids; gives back a function that ends it. */
  onAppend(listener: (ids: readonly Id[]) => void): () => void
  /** Every kept event (7 days after it was first published) from a moment on, oldest first. */
  kept(from: Date): AsyncIterable<OutboxRecord>
}

/**
 * `waits` is there only until the event is published, so that the index of those that wait stays small; `subject` only where
 * it is not the type.
 */
type Stored = {
  _id: Id
  type: string
  subject?: string
  aggregate: string | null
  envelope: string
  waits?: true
  publishedAt?: Date
} & Partial<StreamPlace>

export const outboxIndexes = [
  { keys: { waits: 1, _id: 1 }, partial: { waits: true } },
  { keys: { publishedAt: 1 }, ttlSeconds: 7 * 24 * 3600 },
  // For requeueMissing, at each connection to NATS.
  { keys: { stream: 1, sequence: 1 }, sparse: true },
] as const

const keptBatch = 500

/** The outbox of one database; `append` writes events in the session of their transaction and gives the nudge for after the commit. */
export const outboxOn = (
  events: MongooseCollection<Stored>,
  clock: Clock,
  operate: () => Operate,
): Outbox & { append(drafts: readonly DraftEvent[]): Promise<() => void> } => {
  const listeners = new Set<(ids: readonly Id[]) => void>()
  const plain = <Result>(work: (session: ClientSession | undefined) => Promise<Result>) => operate()(work)
  /** Most changes have one event, and to insert one costs the driver less. */
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
    markPublished: async (ids, place) => {
      await plain(() =>
        events.updateMany(
          { _id: { $in: [...ids] }, waits: true },
          // The first time counts: published again, an event must not outlive the inboxes that know it.
          { $min: { publishedAt: clock.now() }, $set: { ...place }, $unset: { waits: 1 } },
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
    kept: async function* (from) {
      for (let after = eventIdFrom(from.getTime()); ;) {
        const batch = await plain(() =>
          events
            .find({ _id: { $gt: after } })
            .sort({ _id: 1 })
            .limit(keptBatch)
            .toArray(),
        )
        yield* batch.map(toRecord)
        const last = batch.at(-1)
        if (!last || batch.length < keptBatch) return
        after = last._id
      }
    },
  }
}
