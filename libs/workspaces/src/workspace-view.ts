import type { WorkspaceView } from '@wp/http'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'

/** A service's copy of a workspace. */
export type WorkspaceCopy = WorkspaceView &
  Readonly<
    Pick<
      WorkspaceState,
      | 'name'
      | 'slogan'
      | 'email'
      | 'phone'
      | 'businessCategorySlug'
      | 'ownerAccountId'
      | 'settings'
      | 'workingHours'
      | 'planId'
    >
  > & { readonly limits: SubscriptionState['limits'] }

/** A workspace with selected fields of its copy, for a service's handlers. */
export type WorkspaceWith<Fields extends keyof WorkspaceCopy> = WorkspaceView & Pick<WorkspaceCopy, Fields>

/** Falls back to the plan chosen at signup until the subscription is known. */
export const toWorkspaceCopy = (
  workspace: WorkspaceState,
  subscription: SubscriptionState | null,
): WorkspaceCopy => ({
  id: workspace.id,
  name: workspace.name,
  slogan: workspace.slogan,
  email: workspace.email,
  phone: workspace.phone,
  businessCategorySlug: workspace.businessCategorySlug,
  ownerAccountId: workspace.ownerAccountId,
  settings: workspace.settings,
  workingHours: workspace.workingHours,
  planId: subscription?.planId ?? workspace.planId,
  subscriptionEndDate: subscription?.subscriptionEndDate ? new Date(subscription.subscriptionEndDate) : null,
  limits: subscription?.limits ?? { maxStaff: null, storageMb: null },
})
