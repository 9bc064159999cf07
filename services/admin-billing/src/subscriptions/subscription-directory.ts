import { AppError, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { SubscriptionChanged, workspaceFrom } from '@wp/workspaces'
import type { IdentityDoor, WorkspaceState } from '@wp/workspaces'
import { AuditRecorded } from '../events.ts'
import type { PlanStore } from '../plans/plan.store.ts'
import { ownerCopy, subscriptionState, trialEnd } from './subscription.rules.ts'
import type { StoredSubscription, SubscriptionChanges, subscriptionStore } from './subscription.store.ts'

type Parts = {
  db: Database
  plans: PlanStore
  subscriptions: ReturnType<typeof subscriptionStore>
  identity: IdentityDoor
}

/**
 * Every workspace has a subscription: opened when identity tells of the workspace, or, for a caller that is faster than
 * the event, when it is first asked for.
 */
export const subscriptionDirectory = ({ db, plans, subscriptions, identity }: Parts) => {
  /** Opens the subscription on the plan chosen at signup, once, whoever comes first. */
  const open = (workspace: WorkspaceState): Promise<StoredSubscription> =>
    db.transaction(async (tx) => {
      const known = await subscriptions.find(workspace.id)
      if (known) return known
      const plan = await plans.get(workspace.planId)
      const createdAt = new Date(workspace.createdAt)
      const opened = await subscriptions.insert({
        id: workspace.id,
        version: 1,
        planId: plan.id,
        subscriptionEndDate: trialEnd(createdAt, plan.trialPeriodDays),
        discountPercentage: null,
        additionalStorageMB: 0,
        invoiceAdditions: [],
        ...ownerCopy(workspace),
        createdAt,
      })
      tx.publish(SubscriptionChanged, {
        workspaceId: workspace.id,
        data: { subscription: subscriptionState(opened, plan) },
        aggregate: workspace.id,
      })
      return opened
    })

  /** The subscription of a workspace, or null when identity knows no such workspace either. */
  const find = async (workspaceId: Id): Promise<StoredSubscription | null> => {
    const known = await subscriptions.find(workspaceId)
    if (known) return known
    const workspace = workspaceFrom(await identity.getWorkspace({ workspaceId }))
    return workspace && open(workspace).catch((error: unknown) => onceMore(error, workspaceId))
  }

  /** Somebody else opened it at the same moment. */
  const onceMore = async (error: unknown, workspaceId: Id) => {
    const known =
      error instanceof AppError && error.code === 'CONFLICT' && (await subscriptions.find(workspaceId))
    if (!known) throw error
    return known
  }

  const get = async (workspaceId: Id): Promise<StoredSubscription> => {
    const subscription = await find(workspaceId)
    if (!subscription) throw notFound('Workspace')
    return subscription
  }

  /**
   * Changes a subscription by what it is now, and tells everyone in the same transaction. `decide` gives null when
   * there is nothing to change: then nothing is published. Two at once come one after the other.
   */
  const change = async (
    workspaceId: Id,
    by: { adminId: Id; action: string },
    decide: (current: StoredSubscription) => SubscriptionChanges | null,
  ): Promise<StoredSubscription> => {
    await get(workspaceId)
    return db.transaction(async (tx) => {
      const current = await get(workspaceId)
      const changes = decide(current)
      if (!changes) return current
      const changed = await subscriptions.update(workspaceId, changes)
      if (!changed) throw notFound('Workspace')
      tx.publish(SubscriptionChanged, {
        workspaceId,
        data: { subscription: subscriptionState(changed, await plans.get(changed.planId)) },
        aggregate: workspaceId,
      })
      tx.publish(AuditRecorded, {
        workspaceId,
        data: {
          actorId: by.adminId,
          actorKind: 'admin',
          action: by.action,
          targetType: 'workspace',
          targetId: workspaceId,
        },
        aggregate: workspaceId,
      })
      return changed
    })
  }

  return { open, find, get, change }
}
export type SubscriptionDirectory = ReturnType<typeof subscriptionDirectory>
