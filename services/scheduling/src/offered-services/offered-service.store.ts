import type { Id } from '@wp/kernel'
import { collection, contains, trusted } from '@wp/mongo'
import type { Database, VersionedCache, TenantDoc } from '@wp/mongo'
import type { Service, ServiceChanges, ServiceFilter } from './offered-service.contract.ts'

type OfferedServiceRecord = Omit<
  Service,
  | 'id'
  | 'workspaceId'
  | 'createdAt'
  | 'updatedAt'
  | 'taxRateId'
  | 'bufferBeforeMinutes'
  | 'bufferAfterMinutes'
  | 'externalId'
> & {
  /** Missing, like the next three fields, in services from older versions. */
  taxRateId?: Id | null
  bufferBeforeMinutes?: number
  bufferAfterMinutes?: number
  externalId?: string | null
  deletedAt: Date | null
}
export type StoredOfferedService = TenantDoc<OfferedServiceRecord>

export const offeredServiceCollection = collection<OfferedServiceRecord>(
  'services',
  'Service',
  {
    name: String,
    scope: String,
    durationMinutes: Number,
    price: Number,
    taxRateId: String,
    bufferBeforeMinutes: Number,
    bufferAfterMinutes: Number,
    isActive: Boolean,
    externalId: String,
    deletedAt: Date,
  },
  [
    { keys: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, deletedAt: 1, scope: 1, createdAt: -1, _id: -1 } }, // list by scope
    {
      keys: { workspaceId: 1, externalId: 1 },
      unique: true,
      partial: { externalId: { $gt: '' }, deletedAt: null },
    }, // rows of an import by external id
  ],
  { onePer: 'service' },
)

const present = { deletedAt: null }

/** Bookings cache services, so every change invalidates the cache. A new service is not in the cache yet. */
export const offeredServiceStore = (db: Database, cache: VersionedCache) => {
  const services = db.tenant(offeredServiceCollection)
  return {
    list: (workspaceId: Id, { scope, isActive, search, ...query }: ServiceFilter) =>
      services(workspaceId).page({
        filter: {
          ...present,
          ...(scope && { scope }),
          ...(isActive !== undefined && { isActive }),
          ...(search && { name: contains(search) }),
        },
        query,
      }),

    get: (workspaceId: Id, id: Id) => services(workspaceId).get({ id, ...present }),
    /** Includes removed records. */
    findName: (workspaceId: Id, id: Id) => services(workspaceId).findOne({ id }, { select: ['name'] }),

    /** Returns the services that exist, in any order and without duplicates. */
    listByIds: (workspaceId: Id, ids: readonly Id[]) =>
      services(workspaceId).find({ id: trusted({ $in: ids }), ...present }),

    /** Returns the services that have one of these external ids. */
    findByExternalId: async (workspaceId: Id, externalIds: readonly string[]) => {
      const found = await services(workspaceId).find(
        { externalId: trusted({ $in: externalIds }), ...present },
        { select: ['externalId'] },
      )
      return found.map(({ id, externalId }) => ({ id, value: externalId! }))
    },

    /** Returns the active services for sessions, oldest first, at most `limit`; all, or those with the given ids. */
    listOffered: (workspaceId: Id, ids: readonly Id[] | null, limit: number) =>
      services(workspaceId).find(
        { ...present, scope: 'sessions', isActive: true, ...(ids && { id: trusted({ $in: ids }) }) },
        { sort: { createdAt: 1, id: 1 }, limit },
      ),

    /** Returns a booking's services, including removed ones and duplicates. */
    listBooked: async (
      workspaceId: Id,
      booked: readonly { serviceId: Id }[],
    ): Promise<StoredOfferedService[]> => {
      const ids = booked.map(({ serviceId }) => serviceId)
      const found = await services(workspaceId).find({ id: trusted({ $in: ids }) })
      return ids.flatMap((id) => found.filter((service) => service.id === id))
    },

    /** Returns the buffers of services, including removed ones. */
    listBuffers: (workspaceId: Id, ids: readonly Id[]) =>
      services(workspaceId).find(
        { id: trusted({ $in: ids }) },
        { select: ['bufferBeforeMinutes', 'bufferAfterMinutes'] },
      ),

    insert: (workspaceId: Id, service: Omit<OfferedServiceRecord, 'deletedAt'>) =>
      services(workspaceId).insert({ ...service, deletedAt: null }),

    update: async (workspaceId: Id, id: Id, changes: ServiceChanges) => {
      await cache.invalidate(workspaceId)
      return services(workspaceId).update({ id, ...present }, changes)
    },

    remove: async (workspaceId: Id, id: Id, at: Date) => {
      await cache.invalidate(workspaceId)
      return services(workspaceId).update({ id, ...present }, { deletedAt: at })
    },
  }
}
