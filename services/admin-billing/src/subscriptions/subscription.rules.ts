import {
  AppError,
  fromMinor,
  iso,
  multiplyToMinor,
  newId,
  notFound,
  searchKeys,
  withIsoTimes,
} from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { SubscriptionState, WorkspaceState } from '@wp/workspaces'
import { currency } from '../money/currency.ts'
import { limitsOf } from '../plans/plan.rules.ts'
import type { FlagFault } from '../plans/plan.rules.ts'
import type { StoredPlan } from '../plans/plan.store.ts'
import type {
  AdditionChanges,
  AdditionFields,
  AdminWorkspace,
  InvoiceAddition,
} from './subscription.contract.ts'
import type { StoredAddition, StoredSubscription } from './subscription.store.ts'

/** A subscription runs while its end is null or ahead. */
export const isActive = (
  { subscriptionEndDate: end }: { subscriptionEndDate: Date | null },
  now: Date,
): boolean => end === null || end > now

/** What admin-billing keeps of a workspace, to show it and to search by it. */
export const ownerCopy = (workspace: WorkspaceState) => ({
  workspaceVersion: workspace.version,
  name: workspace.name,
  email: workspace.email,
  businessCategorySlug: workspace.businessCategorySlug,
  marketingOptIn: workspace.marketingOptIn,
  searchKeys: searchKeys(workspace.name, workspace.email),
})

/** The subscription as other services are told of it; extra storage counts on top of the plan's. */
export const subscriptionState = (
  subscription: StoredSubscription,
  plan: StoredPlan,
  onFault?: FlagFault,
): SubscriptionState => {
  const { maxStaff, storageMb } = limitsOf(plan, onFault)
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

/** Quantity times unit price, in cents. */
export const additionCents = ({
  quantity,
  unitPrice,
}: Pick<AdditionFields, 'quantity' | 'unitPrice'>): number => multiplyToMinor(quantity, unitPrice, currency)

/** What all additions come to, each rounded by itself, in cents. */
export const additionsCents = (additions: readonly StoredAddition[]): number =>
  additions.reduce((sum, addition) => sum + additionCents(addition), 0)

/** An addition as callers see it, its total computed. */
export const shownAddition = (addition: StoredAddition): InvoiceAddition => ({
  ...withIsoTimes(addition),
  total: fromMinor(additionCents(addition), currency),
})

/** The additions with one more. */
export const withAddition = (
  additions: readonly StoredAddition[],
  fields: AdditionFields,
  by: { createdAt: Date; createdBy: Id },
): StoredAddition[] => {
  if (additions.length >= maxAdditions)
    throw new AppError(
      'VALIDATION_FAILED',
      `A workspace has at most ${maxAdditions} invoice additions: remove one first`,
    )
  additionCents(fields)
  return [...additions, { id: newId(), ...fields, ...by }]
}

const maxAdditions = 200

/** The additions with one changed, or without it when `changes` is null. NOT_FOUND when there is none with this id. */
export const withChangedAddition = (
  additions: readonly StoredAddition[],
  id: Id,
  changes: AdditionChanges | null,
): StoredAddition[] => {
  if (!additions.some((addition) => addition.id === id)) throw notFound('Invoice addition')
  return additions.flatMap((addition) => {
    if (addition.id !== id) return addition
    return changes ? { ...addition, ...changes } : []
  })
}

/** The specification's admin view. */
export const adminView = (subscription: StoredSubscription, plan: StoredPlan): AdminWorkspace => ({
  ...withIsoTimes(subscription),
  plan,
  invoiceAdditions: subscription.invoiceAdditions.map(shownAddition),
})
