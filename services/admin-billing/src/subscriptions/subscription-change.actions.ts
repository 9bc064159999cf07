import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { getSubscription, saveSubscription } from './subscription.actions.ts'
import type { SubscriptionDeps } from './subscription.actions.ts'
import type { AdditionChanges, AdditionFields, SubscriptionUpdate } from './subscription.contract.ts'
import { addAddition, changeAddition, toSubscriptionEnd } from './subscription.rules.ts'
import type { StoredAddition, StoredSubscription, SubscriptionChanges } from './subscription.types.ts'

/**
 * Moves a workspace to another plan without changing the subscription's end. Throws PLAN_INACTIVE unless the plan is
 * active.
 */
export const assignPlan = async (deps: SubscriptionDeps, adminId: Id, workspaceId: Id, planId: Id) => {
  const plan = await deps.plans.findActive(planId)
  await getSubscription(deps, workspaceId)
  if (!plan)
    throw new AppError('PLAN_INACTIVE', 'The plan must be active; GET /public/plans lists the active ones')
  const audit = { adminId, action: 'plan.assigned' }
  const subscription = await changeSubscription(deps, workspaceId, audit, (current) =>
    current.planId === plan.id ? null : { planId: plan.id },
  )
  return { subscription, plan }
}

export const updateSubscription = (
  deps: SubscriptionDeps,
  adminId: Id,
  workspaceId: Id,
  body: SubscriptionUpdate,
): Promise<StoredSubscription> => {
  const { subscriptionEndDate: end, ...discount } = body
  const newEnd = end !== undefined && toSubscriptionEnd(end === null ? null : new Date(end))
  const changes = Object.keys(body).length === 0 ? null : { ...discount, ...newEnd }
  return changeSubscription(deps, workspaceId, { adminId, action: 'subscription.updated' }, () => changes)
}

export const updateStorage = (
  deps: SubscriptionDeps,
  adminId: Id,
  workspaceId: Id,
  body: { additionalStorageMB: number },
): Promise<StoredSubscription> =>
  changeSubscription(deps, workspaceId, { adminId, action: 'storage.updated' }, () => body)

export const createInvoiceAddition = async (
  deps: SubscriptionDeps,
  adminId: Id,
  workspaceId: Id,
  body: AdditionFields,
): Promise<StoredAddition> => {
  const origin = { createdAt: deps.clock.now(), createdBy: adminId }
  const audit = { adminId, action: 'addition.created' }
  const changed = await changeSubscription(deps, workspaceId, audit, ({ invoiceAdditions }) => ({
    invoiceAdditions: addAddition(invoiceAdditions, body, origin),
  }))
  return changed.invoiceAdditions.at(-1)!
}

export const updateInvoiceAddition = async (
  deps: SubscriptionDeps,
  adminId: Id,
  { workspaceId, additionId }: { workspaceId: Id; additionId: Id },
  body: AdditionChanges,
): Promise<StoredAddition> => {
  const audit = { adminId, action: 'addition.updated' }
  const changed = await changeSubscription(deps, workspaceId, audit, ({ invoiceAdditions }) => ({
    invoiceAdditions: changeAddition(invoiceAdditions, additionId, body),
  }))
  return changed.invoiceAdditions.find(({ id }) => id === additionId)!
}

export const deleteInvoiceAddition = async (
  deps: SubscriptionDeps,
  adminId: Id,
  { workspaceId, additionId }: { workspaceId: Id; additionId: Id },
): Promise<void> => {
  const audit = { adminId, action: 'addition.deleted' }
  await changeSubscription(deps, workspaceId, audit, ({ invoiceAdditions }) => ({
    invoiceAdditions: changeAddition(invoiceAdditions, additionId, null),
  }))
}

/** Changes a subscription based on its current state. When `toChanges` returns null, nothing is saved or published. */
const changeSubscription = async (
  deps: SubscriptionDeps,
  workspaceId: Id,
  audit: { adminId: Id; action: string },
  toChanges: (current: StoredSubscription) => SubscriptionChanges | null,
): Promise<StoredSubscription> => {
  // Opens a missing subscription first: a conflict while opening it would abort the transaction below.
  await getSubscription(deps, workspaceId)
  return deps.db.transaction(async (tx) => {
    const current = await getSubscription(deps, workspaceId)
    const changes = toChanges(current)
    return changes ? saveSubscription(deps, tx, current, changes, audit) : current
  })
}
