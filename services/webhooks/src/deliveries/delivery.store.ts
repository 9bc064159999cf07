import type { Id, PageQuery } from '@wp/kernel'
import { collection, overdueRanges, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { DeliveryStatus } from './delivery.contract.ts'
import { longestDelayMs, maxAttemptsShown, retentionDays } from './delivery.rules.ts'
import type { Attempt, NextStep } from './delivery.rules.ts'

type DeliveryRecord = {
  workspaceId: Id
  endpointId: Id
  eventId: Id
  eventType: string
  /** The record that the event is about, such as `client:<id>`: its deliveries stay in order. */
  recordKey: string
  status: DeliveryStatus
  attempts: Attempt[]
  /** Failed attempts since the delivery was created or repeated. */
  tries: number
  nextAttemptAt: Date | null
}
type NewDelivery = Omit<DeliveryRecord, 'workspaceId' | 'status' | 'attempts' | 'tries'>
export type StoredDelivery = TenantDoc<DeliveryRecord>

export const deliveryCollection = collection<DeliveryRecord>(
  'webhook_deliveries',
  'Delivery',
  {
    endpointId: String,
    eventId: String,
    eventType: String,
    recordKey: String,
    status: String,
    attempts: [
      {
        _id: false,
        at: Date,
        requestUrl: String,
        requestHeaders: Object,
        responseStatus: Number,
        responseBody: String,
        durationMs: Number,
        error: String,
      },
    ],
    tries: Number,
    nextAttemptAt: Date,
  },
  [
    { keys: { workspaceId: 1, endpointId: 1, createdAt: -1, _id: -1 } }, // Used by `list` and `repeatRange`.
    { keys: { workspaceId: 1, endpointId: 1, status: 1, createdAt: -1, _id: -1 } }, // Used by `list` with a status.
    { keys: { workspaceId: 1, endpointId: 1, eventType: 1, createdAt: -1, _id: -1 } }, // Used by `list` with a type.
    { keys: { workspaceId: 1, endpointId: 1, eventId: 1 }, unique: true }, // One delivery per event and endpoint.
    { keys: { workspaceId: 1, endpointId: 1, status: 1, nextAttemptAt: 1, eventId: 1 } }, // Used by `listPending`.
    { keys: { workspaceId: 1, endpointId: 1, status: 1, recordKey: 1, eventId: 1 } }, // Used by `listHeads`.
    { keys: { createdAt: 1 }, ttlSeconds: retentionDays * 86_400 },
  ],
)

export type DeliveryFilter = {
  status?: DeliveryStatus | undefined
  eventType?: string | undefined
  from?: Date | undefined
  to?: Date | undefined
}

const between = (from: Date | undefined, to: Date | undefined) =>
  from || to ? { createdAt: trusted({ ...(from && { $gte: from }), ...(to && { $lte: to }) }) } : {}

export const deliveryStore = (db: Database) => {
  const deliveries = db.tenant(deliveryCollection)
  return {
    list: (workspaceId: Id, endpointId: Id, filter: DeliveryFilter, query: PageQuery) =>
      deliveries(workspaceId).page({
        filter: {
          endpointId,
          ...(filter.status && { status: filter.status }),
          ...(filter.eventType !== undefined && { eventType: filter.eventType }),
          ...between(filter.from, filter.to),
        },
        query,
      }),
    get: (workspaceId: Id, endpointId: Id, id: Id) => deliveries(workspaceId).get({ id, endpointId }),
    /** Returns null when the endpoint already has a delivery of the event. */
    insertIf: (workspaceId: Id, record: NewDelivery) =>
      deliveries(workspaceId).insertIf({ ...record, status: 'pending', attempts: [], tries: 0 }),
    insert: (workspaceId: Id, record: NewDelivery) =>
      deliveries(workspaceId).insert({ ...record, status: 'pending', attempts: [], tries: 0 }),

    /** Lists pending deliveries, earliest attempt first. With `sending`, lists due ones of other records. */
    listPending: (workspaceId: Id, endpointId: Id, now: Date, sending: readonly string[], limit: number) =>
      deliveries(workspaceId).find(
        {
          endpointId,
          status: 'pending',
          ...(sending.length > 0 && {
            nextAttemptAt: trusted({ $lte: now }),
            recordKey: trusted({ $nin: [...sending] }),
          }),
        },
        { sort: { nextAttemptAt: 1, eventId: 1 }, limit, select: ['recordKey', 'nextAttemptAt'] },
      ),
    /** Returns the earliest pending delivery of each record. */
    listHeads: async (workspaceId: Id, endpointId: Id, recordKeys: readonly string[]) => {
      const heads = await Promise.all(
        [...new Set(recordKeys)].map((recordKey) =>
          deliveries(workspaceId).findOne(
            { endpointId, status: 'pending', recordKey },
            { sort: { eventId: 1 } },
          ),
        ),
      )
      return heads.filter((head) => head !== null)
    },
    countPending: (workspaceId: Id, endpointId: Id) =>
      deliveries(workspaceId).count({ endpointId, status: 'pending' }),

    /**
     * Makes deliveries due immediately if their next attempt is so late that a clock must have been ahead.
     */
    makeImplausibleDue: (workspaceId: Id, endpointId: Id, now: Date) => {
      const [, fromTheFuture] = overdueRanges('nextAttemptAt', now, longestDelayMs)
      return deliveries(workspaceId).updateMany(
        { endpointId, status: 'pending', ...fromTheFuture },
        { nextAttemptAt: now },
      )
    },
    /** Postpones the deliveries of a record to the next attempt of its earliest one. */
    postpone: (workspaceId: Id, endpointId: Id, recordKey: string, nextAttemptAt: Date) =>
      deliveries(workspaceId).updateMany(
        { endpointId, status: 'pending', recordKey, nextAttemptAt: trusted({ $lt: nextAttemptAt }) },
        { nextAttemptAt },
      ),
    /** Makes the earliest pending delivery of a record due, and returns whether this changed anything. */
    makeNextDue: async (workspaceId: Id, endpointId: Id, recordKey: string, now: Date): Promise<boolean> => {
      const next = await deliveries(workspaceId).findOne(
        { endpointId, status: 'pending', recordKey },
        { sort: { eventId: 1 }, select: ['nextAttemptAt'] },
      )
      if (!next?.nextAttemptAt || next.nextAttemptAt <= now) return false
      await deliveries(workspaceId).updateIf({ id: next.id, status: 'pending' }, { nextAttemptAt: now })
      return true
    },
    /** Records an attempt. Returns null when the delivery was ended or repeated in the meantime. */
    settleIf: ({ workspaceId, id, tries }: StoredDelivery, attempt: Attempt, step: NextStep) =>
      deliveries(workspaceId).updateIf(
        { id, status: 'pending', tries },
        {
          $set: {
            status: step.kind === 'retry' ? 'pending' : step.kind,
            nextAttemptAt: step.kind === 'retry' ? step.at : null,
          },
          $inc: { tries: 1 },
          $push: { attempts: { $each: [attempt], $slice: -maxAttemptsShown } },
        },
      ),
    failPending: (workspaceId: Id, endpointId: Id) =>
      deliveries(workspaceId).updateMany(
        { endpointId, status: 'pending' },
        { status: 'failed', nextAttemptAt: null },
      ),
    repeat: (workspaceId: Id, endpointId: Id, id: Id, now: Date) =>
      deliveries(workspaceId).update({ id, endpointId }, { status: 'pending', nextAttemptAt: now, tries: 0 }),
    /** Lists the ids and types of finished deliveries of a period. */
    listFinished: (workspaceId: Id, endpointId: Id, from: Date, to: Date, limit: number) =>
      deliveries(workspaceId).find(
        { endpointId, status: trusted({ $in: ['succeeded', 'failed'] }), ...between(from, to) },
        { sort: { createdAt: -1, id: -1 }, limit, select: ['eventType'] },
      ),
    repeatMany: (workspaceId: Id, ids: readonly Id[], now: Date) =>
      deliveries(workspaceId).updateMany(
        { id: trusted({ $in: [...ids] }) },
        { status: 'pending', nextAttemptAt: now, tries: 0 },
      ),
  }
}
