import type { Id } from '@wp/kernel'
import { schedulingService } from '@wp/protos'
import { implement } from '@wp/rpc'
import type { SchedulingDeps } from '../deps.ts'

export const schedulingRpc = ({
  clients,
  offeredServices,
  staff,
}: Pick<SchedulingDeps, 'clients' | 'offeredServices' | 'staff'>) =>
  implement(schedulingService, {
    getClient: async ({ workspaceId, clientId }) => ({ client: await clients.find(workspaceId, clientId) }),

    getServices: async ({ workspaceId, serviceIds }) => ({
      services: inOrder(serviceIds, await offeredServices.listByIds(workspaceId, serviceIds)),
    }),

    getStaff: async ({ workspaceId, staffIds }) => ({
      staff: inOrder(staffIds, await staff.listByIds(workspaceId, staffIds)),
    }),
  })

/** Returns the records that exist, in the requested order. */
const inOrder = <Found extends { id: Id }>(ids: readonly Id[], found: readonly Found[]): Found[] => {
  const byId = new Map(found.map((each) => [each.id, each]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
