import { defineConsumer } from '@wp/bus'
import { WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import type { AdminBilling } from '../service.ts'

/** A new workspace gets its subscription; a changed one is shown and found by its new name. */
export const onWorkspaceChanged = ({ directory }: AdminBilling) =>
  defineConsumer({
    name: 'on-workspace-changed',
    events: [WorkspaceCreated, WorkspaceUpdated],
    handle: ({ data: { workspace } }) => directory.takeOver(workspace),
  })
