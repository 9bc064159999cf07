import { defineConsumer } from '@wp/bus'
import { ClientChanged } from '@wp/scheduling/contract'
import type { LabsDeps } from '../deps.ts'

/** Tests that are not over follow the name of their client. */
export const onClientChanged = ({ tests }: Pick<LabsDeps, 'tests'>) =>
  defineConsumer({
    name: 'test-client-names',
    events: [ClientChanged],
    handle: async ({ workspaceId, data: { client } }) => {
      if (workspaceId) await tests.renameClient(workspaceId, client.id, client.name)
    },
    inBatches: true,
  })
