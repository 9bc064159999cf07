import { defineConsumer } from '@wp/bus'
import { newestStates, WorkspaceCreated, WorkspaceUpdated } from '@wp/workspaces'
import type { WorkspaceState } from '@wp/workspaces'
import { applyWorkspace } from '../subscriptions/subscription.actions.ts'
import type { SubscriptionDeps } from '../subscriptions/subscription.actions.ts'

/** Only the event of a new workspace has an end date. */
type WorkspaceEvent = { data: { workspace: WorkspaceState; subscriptionEndDate?: string | null | undefined } }

/** Opens a subscription for a new workspace, or updates the fields copied from a changed workspace. */
export const onWorkspaceChanged = (deps: SubscriptionDeps) => {
  const apply = async (events: readonly WorkspaceEvent[]): Promise<void> => {
    const created = events.filter(({ data }) => data.subscriptionEndDate !== undefined)
    const ends = new Map(created.map(({ data }) => [data.workspace.id, data.subscriptionEndDate]))
    for (const workspace of newestStates(events.map(({ data }) => data.workspace)))
      await applyWorkspace(deps, workspace, ends.get(workspace.id))
  }
  return defineConsumer({
    name: 'on-workspace-changed',
    events: [WorkspaceCreated, WorkspaceUpdated],
    handle: (event) => apply([event]),
    inBatches: apply,
  })
}
