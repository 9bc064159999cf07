import { defineConsumer } from '@wp/bus'
import { newestStates, WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import { applyWorkspace } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'

/** Opens a subscription for a new workspace, or updates the fields copied from a changed workspace. */
export const onWorkspaceChanged = (deps: SubscriptionDeps) =>
  defineConsumer({
    name: 'on-workspace-changed',
    events: [WorkspaceCreated, WorkspaceUpdated],
    handle: ({ data: { workspace } }) => applyWorkspace(deps, workspace),
    inBatches: async (events) => {
      const newest = newestStates(events.map(({ data }) => data.workspace))
      for (const workspace of newest) await applyWorkspace(deps, workspace)
    },
  })
