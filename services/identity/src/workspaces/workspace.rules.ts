import type { WorkspaceState } from '@wp/workspaces'
import { iso } from '@wp/kernel'
import type { Workspace, WorkspaceChanges, WorkspaceSettings } from './workspace.contract.ts'
import type { StoredWorkspace } from './workspace.store.ts'

export const defaultSettings: WorkspaceSettings = {
  preventOverlap: false,
  blockHolidays: false,
  timeZone: 'UTC',
  currencyCode: 'USD',
  locale: 'en',
}

/** What callers see; plan, end and discount are admin-billing's, as last heard of. */
export const shownWorkspace = (workspace: StoredWorkspace): Workspace => ({
  ...workspace,
  requirePhoneVerification: !workspace.phoneVerified,
  planId: workspace.subscription.planId,
  discountPercentage: workspace.subscription.discountPercentage,
  subscriptionEndDate:
    workspace.subscription.subscriptionEndDate && iso(workspace.subscription.subscriptionEndDate),
})

/** The workspace as other services are told of it. */
export const workspaceState = (workspace: StoredWorkspace): WorkspaceState => ({
  ...workspace,
  createdAt: iso(workspace.createdAt),
})

/** The fields to set: settings one by one, so that others stay; another phone is not verified. */
export const changesOf = (
  { settings = {}, ...fields }: WorkspaceChanges,
  known: Pick<StoredWorkspace, 'phone'>,
): Record<string, unknown> => {
  const isOtherPhone = fields.phone !== undefined && fields.phone !== known.phone
  return {
    ...fields,
    ...Object.fromEntries(Object.entries(settings).map(([key, value]) => [`settings.${key}`, value])),
    ...(isOtherPhone && { phoneVerified: false }),
  }
}
