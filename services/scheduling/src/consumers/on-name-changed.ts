import { defineConsumer } from '@wp/bus'
import { ClientChanged } from '../clients/client.events.ts'
import type { SchedulingDeps } from '../deps.ts'
import { ServiceChanged } from '../offered-services/offered-service.events.ts'
import { StaffChanged } from '../staff/staff.events.ts'

/** Updates names in unfinished sessions; finished sessions keep the old names. */
export const onNameChanged = ({ sessions }: Pick<SchedulingDeps, 'sessions'>) =>
  defineConsumer({
    name: 'session-names',
    events: [ClientChanged, ServiceChanged, StaffChanged],
    handle: async ({ type, data, workspaceId }) => {
      if (!workspaceId) return
      if (type === ClientChanged.type)
        await sessions.renameClient(workspaceId, data.client.id, data.client.name)
      else if (type === StaffChanged.type)
        await sessions.renameStaff(workspaceId, data.staff.id, data.staff.name)
      else await sessions.renameService(workspaceId, data.service.id, data.service.name)
    },
    inBatches: true,
  })
