import { iso } from '@wp/kernel'
import type { SubscriptionState, WorkspaceState } from '@wp/workspaces'
import { limitsOf } from '../plans/plan.rules.ts'
import type { StoredPlan } from '../plans/plan.store.ts'
import type { AdminWorkspace } from './subscription.contract.ts'
import type { StoredSubscription } from './subscription.store.ts'

const dayMs = 86_400_000

/** When the trial of a plan ends that was chosen at `from`; null when it has none, which means no end. */
export const trialEnd = (from: Date, trialPeriodDays: number | null | undefined): Date | null =>
  trialPeriodDays ? new Date(from.getTime() + trialPeriodDays * dayMs) : null

/** What admin-billing keeps of a workspace, to show it and to search by it. */
export const ownerCopy = (workspace: WorkspaceState) => ({
  workspaceVersion: workspace.version,
  name: workspace.name,
  email: workspace.email,
  businessCategorySlug: workspace.businessCategorySlug,
  marketingOptIn: workspace.marketingOptIn,
})

/** The subscription as other services are told of it; extra storage counts on top of the plan's. */
export const subscriptionState = (subscription: StoredSubscription, plan: StoredPlan): SubscriptionState => {
  const { maxStaff, storageMb } = limitsOf(plan)
  return {
    workspaceId: subscription.id,
    version: subscription.version,
    planId: plan.id,
    planSlug: plan.slug,
    subscriptionEndDate: subscription.subscriptionEndDate && iso(subscription.subscriptionEndDate),
    discountPercentage: subscription.discountPercentage,
    additionalStorageMB: subscription.additionalStorageMB,
    limits: { maxStaff, storageMb: storageMb === null ? null : storageMb + subscription.additionalStorageMB },
  }
}

/** The specification's admin view. */
export const adminView = (subscription: StoredSubscription, plan: StoredPlan): AdminWorkspace => ({
  ...subscription,
  plan,
  subscriptionEndDate: subscription.subscriptionEndDate && iso(subscription.subscriptionEndDate),
  invoiceAdditions: subscription.invoiceAdditions.map((addition) => ({
    ...addition,
    createdAt: iso(addition.createdAt),
  })),
  createdAt: iso(subscription.createdAt),
  updatedAt: iso(subscription.updatedAt),
})
