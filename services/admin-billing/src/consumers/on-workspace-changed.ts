import { defineConsumer } from '@wp/bus'
import { newestStates, WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import { applyWorkspace } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'

/** A new workspace gets its subscription; a changed one is shown and found by its new name. */
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
