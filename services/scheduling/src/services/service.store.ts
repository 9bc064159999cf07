import type { Id } from '@wp/kernel'
import { collection, contains, trusted } from '@wp/mongo'
import type { Database, ExactCopies, TenantDoc } from '@wp/mongo'
import type { NewService, Service, ServiceChanges, ServiceFilter } from './service.contract.ts'

type ServiceRecord = Omit<Service, 'id' | 'workspaceId' | 'createdAt' | 'updatedAt'> & {
  deletedAt: Date | null
}
export type StoredService = TenantDoc<ServiceRecord>

export const serviceCollection = collection<ServiceRecord>(
  'services',
  'Service',
  { name: String, scope: String, durationMinutes: Number, price: Number, isActive: Boolean, deletedAt: Date },
  [
    { keys: { workspaceId: 1, deletedAt: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, deletedAt: 1, scope: 1, createdAt: -1, _id: -1 } }, // list of one scope
  ],
)

const present = { deletedAt: null }

/** Booking remembers services: every change of one says so; a new one is remembered by nobody. */
export const serviceStore = (db: Database, copies: ExactCopies) => {
  const services = db.tenant(serviceCollection)
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

    /** Those that exist, each once, in no order. */
    listByIds: (workspaceId: Id, ids: readonly Id[]) =>
      services(workspaceId).find({ id: trusted({ $in: ids }), ...present }),

    /** The services of a booking, each as often as it was booked, also those that were removed since. */
    listBooked: async (workspaceId: Id, booked: readonly { serviceId: Id }[]): Promise<StoredService[]> => {
      const ids = booked.map(({ serviceId }) => serviceId)
      const found = await services(workspaceId).find({ id: trusted({ $in: ids }) })
      return ids.flatMap((id) => found.filter((service) => service.id === id))
    },

    insert: (workspaceId: Id, service: NewService) =>
      services(workspaceId).insert({ ...service, deletedAt: null }),

    update: async (workspaceId: Id, id: Id, changes: ServiceChanges) => {
      await copies.change(workspaceId)
      return services(workspaceId).update({ id, ...present }, changes)
    },

    remove: async (workspaceId: Id, id: Id, at: Date) => {
      await copies.change(workspaceId)
      return services(workspaceId).update({ id, ...present }, { deletedAt: at })
    },
  }
}
