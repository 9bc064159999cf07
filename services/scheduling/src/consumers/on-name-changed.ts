import { defineConsumer } from '@wp/bus'
import type { EnvelopeOf } from '@wp/bus'
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
    handle: (event) => renameEach(deps, [event]),
    inBatches: (events) => renameEach(deps, events),
  })

type NameChange = EnvelopeOf<typeof ClientChanged | typeof ServiceChanged | typeof StaffChanged>

/** Renames each changed record once, however often it was changed: its current name is read from the database. */
const renameEach = async (deps: RenameDeps, events: readonly NameChange[]): Promise<void> => {
  const newest = new Map(events.map((event) => [toRecord(event.data).id, event]))
  for (const { type, data, workspaceId } of newest.values()) {
    if (!workspaceId) continue
    if (type === ClientChanged.type) await renameInSessions(deps, workspaceId, 'client', data.client)
    else if (type === StaffChanged.type) await renameInSessions(deps, workspaceId, 'staff', data.staff)
    else await renameInSessions(deps, workspaceId, 'service', data.service)
  }
}

const toRecord = (data: NameChange['data']) =>
  'client' in data ? data.client : 'staff' in data ? data.staff : data.service
