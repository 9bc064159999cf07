import { defineConsumer } from '@wp/bus'
import { WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import { ownerCopy } from '../subscriptions/subscription.rules.ts'
import type { AdminBilling } from '../service.ts'

/** A new workspace gets its subscription; a changed one is shown and found by its new name. */
export const onWorkspaceChanged = ({ directory, subscriptions }: AdminBilling) =>
  defineConsumer({
    name: 'on-workspace-changed',
    events: [WorkspaceCreated, WorkspaceUpdated],
    handle: async ({ data: { workspace } }) => {
      await directory.open(workspace)
      await subscriptions.copyOwner(workspace.id, ownerCopy(workspace))
    },
  })
