import { AppError, notFound } from '@wp/kernel'
import type { Clock, Id } from '@wp/kernel'
import type { Database, Tx } from '@wp/mongo'
import { SubscriptionChanged, trialEnd, workspaceFrom } from '@wp/workspaces'
import type { IdentityDoor, WorkspaceState } from '@wp/workspaces'
import { announceAt } from '../announcements/announcement.rules.ts'
import { recordDeed } from '../audit.ts'
import type { SubscriptionCounts } from '../counts/subscription-counts.ts'
import type { PlanStore } from '../plans/plan.store.ts'
import { isActive, ownerCopy, subscriptionState } from './subscription.rules.ts'
import type { StoredSubscription, SubscriptionChanges, SubscriptionStore } from './subscription.store.ts'

type Parts = {
  db: Database
  clock: Clock
  plans: PlanStore
  subscriptions: SubscriptionStore
  counts: SubscriptionCounts
  identity: IdentityDoor
}

/**
 * Every workspace has a subscription: opened when identity tells of the workspace, or, for a caller that is faster than
 * the event, when it is first asked for. Whatever changes here is told to everyone and counted in the same transaction.
 */
export const subscriptionDirectory = (parts: Parts) => {
  const { db, clock, plans, subscriptions, counts, identity } = parts

  const tell = async (tx: Tx, subscription: StoredSubscription): Promise<void> => {
    const state = subscriptionState(subscription, await plans.getOf(subscription))
    tx.publish(SubscriptionChanged, {
      workspaceId: subscription.id,
      data: { subscription: state },
      aggregate: subscription.id,
    })
  }

  /** Opens the subscription on the plan chosen at signup, once, whoever comes first. */
  const open = (workspace: WorkspaceState): Promise<StoredSubscription> =>
    db.transaction(async (tx) => {
      const known = await subscriptions.find(workspace.id)
      if (known) return known
      const plan = await plans.getOf(workspace)
      const createdAt = new Date(workspace.createdAt)
      const subscriptionEndDate = trialEnd(createdAt, plan.trialPeriodDays)
      const opened = await subscriptions.insert({
        id: workspace.id,
        version: 1,
        planId: plan.id,
        subscriptionEndDate,
        discountPercentage: null,
        additionalStorageMB: 0,
        invoiceAdditions: [],
        ...ownerCopy(workspace),
        isCounted: isActive({ subscriptionEndDate }, clock.now()),
        announced: [],
        announceAt: announceAt(subscriptionEndDate, []),
        createdAt,
      })
      await counts.opened(opened)
      await tell(tx, opened)
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
      const end =
        changes.subscriptionEndDate === undefined ? current.subscriptionEndDate : changes.subscriptionEndDate
      const changed = await subscriptions.update(workspaceId, {
        ...changes,
        isCounted: isActive({ subscriptionEndDate: end }, clock.now()),
        announceAt: announceAt(end, current.announced),
      })
      if (!changed) throw notFound('Workspace')
      await counts.changed(current, changed)
      await tell(tx, changed)
      recordDeed(tx, { ...by, targetType: 'workspace', targetId: workspaceId, workspaceId })
      return changed
    })
  }

  /** Takes over what identity says of a workspace, unless it is older than what is known; opens the subscription. */
  const takeOver = (workspace: WorkspaceState): Promise<void> =>
    db.transaction(async () => {
      const current = await open(workspace)
      if (current.workspaceVersion >= workspace.version) return
      const copied = await subscriptions.copyOwner(workspace.id, ownerCopy(workspace))
      if (copied) await counts.changed(current, copied)
    })

  return { open, find, get, change, takeOver, tell }
}
export type SubscriptionDirectory = ReturnType<typeof subscriptionDirectory>
