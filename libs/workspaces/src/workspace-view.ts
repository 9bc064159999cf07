import type { WorkspaceView } from '@wp/http'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'

/** A service's copy of a workspace. */
export type WorkspaceCopy = WorkspaceView &
  Readonly<Pick<WorkspaceState, 'name' | 'email' | 'phone' | 'settings' | 'workingHours'>>

/** A workspace with selected fields of its copy, for a service's handlers. */
export type WorkspaceWith<Fields extends keyof WorkspaceCopy> = WorkspaceView & Pick<WorkspaceCopy, Fields>

export const toWorkspaceCopy = (
  workspace: WorkspaceState,
  subscription: SubscriptionState | null,
): WorkspaceCopy => ({
  id: workspace.id,
  name: workspace.name,
  email: workspace.email,
  phone: workspace.phone,
  settings: workspace.settings,
  workingHours: workspace.workingHours,
  subscriptionEndDate: subscription?.subscriptionEndDate ? new Date(subscription.subscriptionEndDate) : null,
})
