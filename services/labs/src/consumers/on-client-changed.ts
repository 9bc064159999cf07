import { defineConsumer } from '@wp/bus'
import { ClientChanged } from '@wp/scheduling/contract'
import type { LabsDeps } from '../deps.ts'

/**
 * Renames the client in lab tests that are not completed or cancelled. Events can arrive out of order, so the newest
 * known name is used.
 */
export const onClientChanged = ({ labTests, clientNames }: Pick<LabsDeps, 'labTests' | 'clientNames'>) =>
  defineConsumer({
    name: 'test-client-names',
    events: [ClientChanged],
    // A new client had no other name.
    ignores: ({ data: { client } }) => client.createdAt === client.updatedAt,
    handle: async ({ workspaceId, data: { client, version = 0 } }) => {
      if (!workspaceId) return
      const name = await clientNames.useNewest(workspaceId, client.id, { name: client.name, version })
      await labTests.renameClient(workspaceId, client.id, name)
    },
    inBatches: true,
  })
