import type { WorkspaceView } from '@wp/http'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'

type WorkspaceFacts = Readonly<
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
>

// What the handlers of workspace routes know of their workspace, beside what the access check itself needs.
declare module '@wp/http' {
  interface WorkspaceView extends WorkspaceFacts {}
}

/** What a service knows of a workspace by its copy. */
export type WorkspaceCopy = WorkspaceView & { readonly limits: SubscriptionState['limits'] }

/** A workspace without a known subscription stands on the plan chosen at signup. */
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
