import type { Clock, Id } from '@wp/kernel'
import type { ClientSession, Collection as MongooseCollection } from 'mongoose'
import type { DraftEvent } from './envelope.ts'
import { eventIdFrom, eventIdTime, nextEventId } from './event-ids.ts'
import type { Operate } from './transactions.ts'

/** A pending or published event. `envelope` is the message as JSON text. */
export type OutboxRecord = {
  id: Id
  /** Null for a platform-wide event, and for events that earlier versions stored. */
  workspaceId: Id | null
  type: string
  subject: string
  aggregate: string | null
  envelope: string
  createdAt: Date
}

/** A sequence number in a stream, which is identified by its creation time. */
type StreamPosition = { stream: string; sequence: number }

/** An event that the stream has stored. */
export type PublishedRecord = Pick<OutboxRecord, 'id' | 'workspaceId'> & { sequence: number }

/**
 * Events stored in the same transaction as their change. Ids ascend with time, so the events of one record are in
 * commit order.
 */
export type Outbox = {
  /** Returns unpublished events except the given ids, oldest first. */
  pending(limit: number, except?: ReadonlySet<Id>): Promise<OutboxRecord[]>
  /** Marks events as published in a stream, which is identified by its creation time. */
  markPublished(stream: string, published: readonly PublishedRecord[]): Promise<void>
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
 * from the type. `workspaceId` keeps the event on the shard of its change.
 */
type Stored = {
  _id: Id
  workspaceId?: Id | null
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
  { clock, systemClock }: { clock: Clock; systemClock: Clock },
  operate: () => Operate,
): Outbox & { append(drafts: readonly DraftEvent[]): Promise<() => void> } => {
  const listeners = new Set<(ids: readonly Id[]) => void>()
  const plain = <Result>(work: (session: ClientSession | undefined) => Promise<Result>) => operate()(work)
  /** Most changes have one event, and insertOne is cheaper than insertMany. */
  const insertAll = (records: Stored[], options: { session: ClientSession | undefined }): Promise<unknown> =>
    records.length === 1 ? events.insertOne(records[0]!, options) : events.insertMany(records, options)
  /** Makes up to one batch of matching events pending again and returns their ids. */
  const requeueBatch = async (filter: object, sort?: { _id: 1 }): Promise<Id[]> => {
    const found = await plain(() =>
      events
        .find(filter, { limit: batchSize, ...(sort && { sort }) })
        .project<{ _id: Id }>({ _id: 1 })
        .toArray(),
    )
    const ids = found.map(({ _id }) => _id)
    if (ids.length === 0) return ids
    await plain(() =>
      events.updateMany({ _id: { $in: ids } }, { $set: { waits: true }, $unset: { stream: 1, sequence: 1 } }),
    )
    return ids
  }
  const toRecord = ({
    _id,
    workspaceId = null,
    type,
    subject = type,
    aggregate,
    envelope,
  }: Stored): OutboxRecord => ({
    id: _id,
    workspaceId,
    type,
    subject,
    aggregate,
    envelope,
    createdAt: new Date(eventIdTime(_id)),
  })

  return {
    append: async (drafts) => {
      const records = drafts.map(({ workspaceId, type, subject, aggregate, sealed }): Stored => {
        const _id = nextEventId(systemClock.now().getTime())
        const ownSubject = subject !== type && { subject }
        return { _id, workspaceId, type, ...ownSubject, aggregate, envelope: sealed(_id), waits: true }
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
    markPublished: async (stream, published) => {
      const publishedAt = clock.now()
      const updates = published.map(({ id, workspaceId, sequence }) => ({
        updateOne: {
          filter: { _id: id, workspaceId, waits: true as const },
          // Keeps the first publication time: otherwise a republished event could outlive its inbox records and be
          // handled twice.
          update: { $min: { publishedAt }, $set: { stream, sequence }, $unset: { waits: 1 as const } },
        },
      }))
      await plain(() => events.bulkWrite(updates, { ordered: false }))
    },
    requeueMissing: async ({ stream, sequence }) => {
      const missing = [
        { stream: { $lt: stream } },
        { stream: { $gt: stream } },
        { stream, sequence: { $gt: sequence } },
        // Earlier versions treated the sequence 0 of a rejected message as an acknowledgement.
        { stream, sequence: { $lt: 1 } },
      ]
      let count = 0
      for (const filter of missing)
        for (let found = batchSize; found === batchSize; count += found)
          found = (await requeueBatch(filter)).length
      return count
    },
    requeue: async (from) => {
      let count = 0
      for (let after = eventIdFrom(from.getTime()); ;) {
        const ids = await requeueBatch({ _id: { $gt: after } }, { _id: 1 })
        count += ids.length
        if (ids.length < batchSize) return count
        after = ids.at(-1)!
      }
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
