import type { Clock, Id } from '@wp/kernel'
import type { Collection as MongooseCollection } from 'mongoose'
import { isDuplicateKey, unavailable } from './errors.ts'
import type { Operate, Transactions } from './transactions.ts'
import type { Tx } from './tx.ts'

/** `workspaceId` is null for a platform-wide event. */
type ReceivedEvent = { id: Id; workspaceId: Id | null }

/** Records which events a consumer has handled. */
export type Inbox = {
  /** Runs `work` and records the event in one transaction. Does nothing for an event that is already recorded. */
  once(consumer: string, event: ReceivedEvent, work: (tx: Tx) => Promise<void>): Promise<'done' | 'duplicate'>
  /** Like `once`, but for several events in one transaction; `work` receives the ids that were not yet recorded. */
  onceEach(
    consumer: string,
    events: readonly ReceivedEvent[],
    work: (fresh: ReadonlySet<Id>, tx: Tx) => Promise<void>,
  ): Promise<ReadonlySet<Id>>
  /** Counts a failure outside any transaction and returns the number of failures. */
  recordFailure(consumer: string, eventId: Id, reason: string): Promise<number>
  /** Removes an event's failure count. */
  clearFailures(consumer: string, eventId: Id): Promise<void>
}

/**
 * `workspaceId` keeps the record on the shard of the event's effect; missing in records from earlier
 * versions.
 */
type Handled = { _id: string; workspaceId?: Id | null; at: Date }
type Failed = { _id: string; count: number; reason: string; at: Date }

/**
 * Longer than an event can be redelivered: for up to 14 days from the outbox and the stream, or 30 days as a dead
 * letter.
 */
const retentionSeconds = 31 * 24 * 3600

export const inboxIndexes = [{ keys: { at: 1 }, ttlSeconds: retentionSeconds }] as const

/** Returns an inbox that is stored in the database. */
export const inboxOn = (
  handled: MongooseCollection<Handled>,
  failed: MongooseCollection<Failed>,
  clock: Clock,
  { run, operate }: { run: Transactions['run']; operate: Operate },
): Inbox => ({
  once: async (consumer, { id, workspaceId }, work) => {
    const _id = keyOf(consumer, id)
    let isClaimed = false
    try {
      await run(async (tx) => {
        isClaimed = false
        await operate((session) => handled.insertOne({ _id, workspaceId, at: clock.now() }, { session }))
        isClaimed = true
        await work(tx)
      })
      return 'done'
    } catch (error) {
      if (isClaimed || !isDuplicateKey(error)) throw error
      // A majority read: the record may still be rolled back, and with it the effect of the event.
      if (!(await operate(() => handled.findOne({ _id })))) throw unavailable(error)
      return 'duplicate'
    }
  },
  onceEach: (consumer, events, work) =>
    run(async (tx) => {
      const byId = new Map(events.map(({ id, workspaceId }) => [id, workspaceId]))
      const keys = [...byId].map(([id, workspaceId]) => ({ id, workspaceId, _id: keyOf(consumer, id) }))
      const workspaces = [...new Set([...byId.values(), null])]
      const known = await operate((session) =>
        handled
          .find(
            { _id: { $in: keys.map(({ _id }) => _id) }, workspaceId: { $in: workspaces } },
            { session, projection: { _id: 1 } },
          )
          .toArray(),
      )
      const handledKeys = new Set(known.map(({ _id }) => _id))
      const fresh = keys.filter(({ _id }) => !handledKeys.has(_id))
      const freshIds = new Set(fresh.map(({ id }) => id))
      if (fresh.length === 0) return freshIds
      const at = clock.now()
      await operate((session) =>
        handled.insertMany(
          fresh.map(({ _id, workspaceId }) => ({ _id, workspaceId, at })),
          { session },
        ),
      )
      await work(freshIds, tx)
      return freshIds
    }),
  recordFailure: async (consumer, eventId, reason) => {
    const record = await operate(() =>
      failed.findOneAndUpdate(
        { _id: keyOf(consumer, eventId) },
        { $inc: { count: 1 }, $set: { reason: reason.slice(0, 1000), at: clock.now() } },
        { upsert: true, returnDocument: 'after' },
      ),
    )
    return record?.count ?? 1
  },
  clearFailures: async (consumer, eventId) => {
    await operate(() => failed.deleteOne({ _id: keyOf(consumer, eventId) }))
  },
})

const keyOf = (consumer: string, eventId: Id): string => `${consumer}:${eventId}`
