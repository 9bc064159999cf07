import type { Id } from '@wp/kernel'
import type { SubscriptionState, WorkspaceState } from './workspace-events.ts'

/** What a service knows of a workspace. `subscriptionEndDate` null: no end. */
export type WorkspaceView = {
  id: Id
  name: string | null
  email: string
  ownerAccountId: Id
  settings: WorkspaceState['settings']
  workingHours: WorkspaceState['workingHours']
  planId: Id
  subscriptionEndDate: Date | null
  slogan: string | null
  phone: string
  businessCategorySlug: string
  limits: SubscriptionState['limits']
}

/** A workspace without a known subscription stands on the plan chosen at signup. */
export const viewOf = (workspace: WorkspaceState, subscription: SubscriptionState | null): WorkspaceView => ({
  id: workspace.id,
  name: workspace.name,
  email: workspace.email,
  ownerAccountId: workspace.ownerAccountId,
  settings: workspace.settings,
  workingHours: workspace.workingHours,
  planId: subscription?.planId ?? workspace.planId,
  subscriptionEndDate: subscription?.subscriptionEndDate ? new Date(subscription.subscriptionEndDate) : null,
  slogan: workspace.slogan,
  phone: workspace.phone,
  businessCategorySlug: workspace.businessCategorySlug,
  limits: subscription?.limits ?? { maxStaff: null, storageMb: null },
})
