import { iso, isConflict, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { trialEnd, workspaceFrom } from '@wp/workspaces'
import type { WorkspaceState } from '@wp/workspaces'
import { publishAuditEntry } from '../audit/audit.events.ts'
import type { AuditEntry } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { publishSubscriptionChanged, publishSubscriptionOpened } from './subscription.events.ts'
import { toSubscriptionEnd, toWorkspaceCopy } from './subscription.rules.ts'
import type { StoredSubscription, SubscriptionChanges } from './subscription.types.ts'

/**
 * Every workspace has a subscription. It is opened when identity publishes the workspace, or earlier on the first
 * request for it. A change by an admin is counted and published in the same transaction; a change copied from identity
 * is only counted.
 */
export type SubscriptionDeps = Pick<
  AdminBillingDeps,
  'db' | 'clock' | 'plans' | 'subscriptions' | 'counters' | 'identity'
>

/** Returns a workspace's subscription, or null when identity does not know the workspace. */
export const findSubscription = async (
  deps: SubscriptionDeps,
  workspaceId: Id,
): Promise<StoredSubscription | null> => {
  const known = await deps.subscriptions.find(workspaceId)
  if (known) return known
  const workspace = workspaceFrom(await deps.identity.getWorkspace({ workspaceId }))
  return workspace && openSubscription(deps, workspace).catch(orOpenedConcurrently(deps, workspaceId))
}

export const getSubscription = async (
  deps: SubscriptionDeps,
  workspaceId: Id,
): Promise<StoredSubscription> => {
  const subscription = await findSubscription(deps, workspaceId)
  if (!subscription) throw notFound('Workspace')
  return subscription
}

/** Saves changes to `current`, which must have been read in the same transaction; counts, publishes and audits them. */
export const saveSubscription = async (
  deps: SubscriptionDeps,
  tx: Tx,
  current: StoredSubscription,
  changes: SubscriptionChanges,
  audit: Pick<AuditEntry, 'adminId' | 'action'>,
): Promise<StoredSubscription> => {
  const { id: workspaceId } = current
  const now = deps.clock.now()
  const saved = await deps.subscriptions.update(current, changes, now)
  await deps.counters.countSubscriptionChange(current, saved, now)
  publishSubscriptionChanged(tx, saved, await deps.plans.getIncludingRemoved(saved.planId), now)
  publishAuditEntry(tx, { ...audit, targetType: 'workspace', targetId: workspaceId, workspaceId })
  return saved
}

/**
 * Opens a subscription for a new workspace, or applies a change to a known one. Versions that are not newer than the
 * stored one are ignored. `knownEnd` is the end date that identity has already stored, if any.
 */
export const applyWorkspace = (
  deps: SubscriptionDeps,
  workspace: WorkspaceState,
  knownEnd?: string | null,
): Promise<void> =>
  deps.db.transaction(async () => {
    const current = await openSubscription(deps, workspace, knownEnd)
    if (current.workspaceVersion >= workspace.version) return
    const updated = await deps.subscriptions.updateCopy(workspace.id, toWorkspaceCopy(workspace))
    await deps.counters.countSubscriptionChange(current, updated, deps.clock.now())
  })

/**
 * Opens the subscription on the plan chosen at signup, or returns it when it is already open. Publishes it unless
 * identity knows its end date.
 */
const openSubscription = (
  deps: SubscriptionDeps,
  workspace: WorkspaceState,
  knownEnd?: string | null,
): Promise<StoredSubscription> =>
  deps.db.transaction(async (tx) => {
    const known = await deps.subscriptions.find(workspace.id)
    if (known) return known
    const plan = await deps.plans.getIncludingRemoved(workspace.planId)
    const createdAt = new Date(workspace.createdAt)
    const opened = await deps.subscriptions.insert(
      {
        id: workspace.id,
        version: 1,
        planId: plan.id,
        ...toSubscriptionEnd(trialEnd(createdAt, plan.trialPeriodDays)),
        discountPercentage: null,
        additionalStorageMB: 0,
        invoiceAdditions: [],
        ...toWorkspaceCopy(workspace),
        announced: [],
        createdAt,
      },
      deps.clock.now(),
    )
    await deps.counters.countNewSubscription(opened)
    const end = opened.subscriptionEndDate
    if ((end && iso(end)) !== knownEnd) publishSubscriptionOpened(tx, opened, plan)
    return opened
  })

/** Returns the subscription that another request opened at the same time; rethrows any other error. */
const orOpenedConcurrently =
  ({ subscriptions }: SubscriptionDeps, workspaceId: Id) =>
  async (error: unknown): Promise<StoredSubscription> => {
    const known = isConflict(error) && (await subscriptions.find(workspaceId))
    if (!known) throw error
    return known
  }
