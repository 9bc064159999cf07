import { defineConsumer } from '@wp/bus'
import { ClientChanged } from '../clients/client.events.ts'
import { ServiceChanged } from '../offered-services/offered-service.events.ts'
import { renameInSessions } from '../sessions/session-rename.actions.ts'
import type { RenameDeps } from '../sessions/session-rename.actions.ts'
import { StaffChanged } from '../staff/staff.events.ts'

/** Updates names in unfinished sessions; finished sessions keep the old names. */
export const onNameChanged = (deps: RenameDeps) =>
  defineConsumer({
    name: 'session-names',
    events: [ClientChanged, ServiceChanged, StaffChanged],
    // A new record had no other name.
    ignores: ({ data }) => {
      const record = 'client' in data ? data.client : 'staff' in data ? data.staff : data.service
      return record.createdAt === record.updatedAt
    },
    handle: async ({ type, data, workspaceId }) => {
      if (!workspaceId) return
      if (type === ClientChanged.type) await renameInSessions(deps, workspaceId, 'client', data.client)
      else if (type === StaffChanged.type) await renameInSessions(deps, workspaceId, 'staff', data.staff)
      else await renameInSessions(deps, workspaceId, 'service', data.service)
    },
    inBatches: true,
  })
