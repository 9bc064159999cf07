import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import type { SchedulingDeps } from '../deps.ts'
import type { NewService, ServiceChanges } from './offered-service.contract.ts'
import { publishServiceChanged } from './offered-service.events.ts'
import type { StoredOfferedService } from './offered-service.store.ts'

type OfferedServices = SchedulingDeps['offeredServices']

export const createService = async (
  offeredServices: OfferedServices,
  tx: Tx,
  workspaceId: Id,
  body: NewService,
): Promise<StoredOfferedService> => {
  const created = await offeredServices.insert(workspaceId, body)
  publishServiceChanged(tx, 'created', created)
  return created
}

export const updateService = async (
  offeredServices: OfferedServices,
  tx: Tx,
  workspaceId: Id,
  serviceId: Id,
  body: ServiceChanges,
): Promise<StoredOfferedService> => {
  const updated = await offeredServices.update(workspaceId, serviceId, body)
  publishServiceChanged(tx, 'updated', updated, body)
  return updated
}
