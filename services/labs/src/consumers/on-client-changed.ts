import { defineConsumer } from '@wp/bus'
import type { EnvelopeOf } from '@wp/bus'
import { ClientChanged } from '@wp/scheduling/contract'
import type { LabsDeps } from '../deps.ts'

type RenameDeps = Pick<LabsDeps, 'labTests' | 'clientNames'>

/** Renames the client in lab tests that are not completed or cancelled. */
export const onClientChanged = (deps: RenameDeps) =>
  defineConsumer({
    name: 'test-client-names',
    events: [ClientChanged],
    handle: (event) => renameEach(deps, [event]),
    inBatches: (events) => renameEach(deps, events),
  })

/** Renames each client once. Events can arrive out of order, so the newest known name is used. */
const renameEach = async (
  { labTests, clientNames }: RenameDeps,
  events: readonly EnvelopeOf<typeof ClientChanged>[],
): Promise<void> => {
  const oldestFirst = events.toSorted((a, b) => (a.data.version ?? 0) - (b.data.version ?? 0))
  const newest = new Map(oldestFirst.map((event) => [event.data.client.id, event]))
  for (const { workspaceId, data } of newest.values()) {
    if (!workspaceId) continue
    const { client, version = 0 } = data
    const name = await clientNames.useNewest(workspaceId, client.id, { name: client.name, version })
    await labTests.renameClient(workspaceId, client.id, name)
  }
}
