import type { Id } from '@wp/kernel'
import { collection, overdueRanges, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { longestDelayMs } from './delivery.rules.ts'

type QueueRecord = {
  workspaceId: Id
  /** No pending delivery of the endpoint is due earlier. Missing when none is pending; `$min` would keep a null. */
  dueAt?: Date
  /**
   * Increases whenever deliveries become due, so that `settleIf` detects deliveries that its caller has not
   * seen.
   */
  version: number
}

/** One record per endpoint, with its id: due endpoints are found without reading their deliveries. */
export const queueCollection = collection<QueueRecord>(
  'webhook_queues',
  'Webhook queue',
  { dueAt: Date, version: Number },
  [
    { keys: { workspaceId: 1, _id: 1 } }, // Used by `markDue`.
    { keys: { dueAt: 1 } }, // Used by `listDue`.
  ],
  { onePer: 'webhook endpoint' },
)

export const queueStore = (db: Database) => {
  const queues = db.tenant(queueCollection)
  // The due endpoints of all workspaces are found by time.
  const allQueues = db.global(queueCollection)
  return {
    insert: (workspaceId: Id, endpointId: Id) => queues(workspaceId).insert({ id: endpointId, version: 0 }),
    find: (workspaceId: Id, endpointId: Id) => queues(workspaceId).findOne({ id: endpointId }),
    /** Call it after the deliveries were stored, or in their transaction. */
    markDue: (workspaceId: Id, endpointIds: readonly Id[], dueAt: Date) =>
      queues(workspaceId).updateMany(
        { id: trusted({ $in: [...endpointIds] }) },
        { $min: { dueAt }, $inc: { version: 1 } },
      ),
    /**
     * Stores when the next delivery is due. Returns null when other deliveries became due after `version` was
     * read.
     */
    settleIf: (workspaceId: Id, endpointId: Id, version: number, dueAt: Date | null) =>
      queues(workspaceId).updateIf(
        { id: endpointId, version },
        dueAt ? { $set: { dueAt } } : { $unset: { dueAt: 1 } },
      ),
    /** Lists endpoints with due deliveries, except those in `known`, most overdue first. */
    listDue: async (now: Date, known: readonly Id[], limit: number) => {
      const isUnknown = known.length > 0 ? { id: trusted({ $nin: [...known] }) } : {}
      const ranges = overdueRanges('dueAt', now, longestDelayMs).map((range) =>
        allQueues().find({ ...range, ...isUnknown }, { sort: { dueAt: 1 }, limit, select: ['workspaceId'] }),
      )
      return (await Promise.all(ranges)).flat().slice(0, limit)
    },
    removeIf: (workspaceId: Id, endpointId: Id) => queues(workspaceId).removeIf({ id: endpointId }),
  }
}
