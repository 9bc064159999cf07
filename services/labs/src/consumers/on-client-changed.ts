import { defineConsumer } from '@wp/bus'
import { ClientChanged } from '@wp/scheduling/contract'
import type { LabsDeps } from '../deps.ts'

/** Renames the client in lab tests that are not completed or cancelled. */
export const onClientChanged = ({ labTests }: Pick<LabsDeps, 'labTests'>) =>
  defineConsumer({
    name: 'test-client-names',
    events: [ClientChanged],
    handle: async ({ workspaceId, data: { client } }) => {
      if (workspaceId) await labTests.renameClient(workspaceId, client.id, client.name)
    },
    inBatches: true,
  })
