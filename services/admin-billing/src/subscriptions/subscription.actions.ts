import { AppError, isConflict, notFound } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { trialEnd, workspaceFrom } from '@wp/workspaces'
import type { WorkspaceState } from '@wp/workspaces'
import { announceAt } from '../announcements/announcement.rules.ts'
import { recordAudit } from '../audit/audit.events.ts'
import type { AuditEntry } from '../audit/audit.events.ts'
import { countChanged, countOpened } from '../counts/count.actions.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { toSubscriptionEnd } from '../renewals/renewal.rules.ts'
import { publishSubscriptionChanged } from './subscription.events.ts'
import { isActive, toOwnerCopy } from './subscription.rules.ts'
import type { StoredSubscription, SubscriptionChanges } from './subscription.store.ts'

/**
 * Every workspace has a subscription: opened when identity tells of the workspace, or, for a caller that is faster than
 * the event, when it is first asked for. Whatever changes here is told to everyone and counted in the same transaction.
 */
export type SubscriptionDeps = Pick<
  AdminBillingDeps,
  'db' | 'clock' | 'plans' | 'subscriptions' | 'tallies' | 'identity'
>

/** The subscription of a workspace, or null when identity knows no such workspace either. */
export const findSubscription = async (
  deps: SubscriptionDeps,
  workspaceId: Id,
): Promise<StoredSubscription | null> => {
  const known = await deps.subscriptions.find(workspaceId)
  if (known) return known
  const workspace = workspaceFrom(await deps.identity.getWorkspace({ workspaceId }))
  return workspace && openSubscription(deps, workspace).catch(orOpenedByOther(deps, workspaceId))
}

export const getSubscription = async (
  deps: SubscriptionDeps,
  workspaceId: Id,
): Promise<StoredSubscription> => {
  const subscription = await findSubscription(deps, workspaceId)
  if (!subscription) throw notFound('Workspace')
  return subscription
}

/**
 * Changes a subscription by what it is now, and tells everyone in the same transaction. `decide` gives null when
 * there is nothing to change: then nothing is published. Two at once come one after the other.
 */
export const changeSubscription = async (
  deps: SubscriptionDeps,
  workspaceId: Id,
  by: Pick<AuditEntry, 'adminId' | 'action'>,
  decide: (current: StoredSubscription) => SubscriptionChanges | null,
): Promise<StoredSubscription> => {
  await getSubscription(deps, workspaceId)
  return deps.db.transaction(async (tx) => {
    const current = await getSubscription(deps, workspaceId)
    const changes = decide(current)
    if (!changes) return current
    const { subscriptionEndDate: end } = { ...current, ...changes }
    const changed = await deps.subscriptions.update(workspaceId, {
      ...changes,
      isCounted: isActive({ subscriptionEndDate: end }, deps.clock.now()),
      announceAt: announceAt(end, current.announced),
    })
    await countChanged(deps, current, changed)
    publishSubscriptionChanged(tx, changed, await deps.plans.getOf(changed))
    recordAudit(tx, { ...by, targetType: 'workspace', targetId: workspaceId, workspaceId })
    return changed
  })
}

/** Puts a workspace on an active plan (422 otherwise); the end of its subscription stays. */
export const assignPlan = async (deps: SubscriptionDeps, adminId: Id, workspaceId: Id, planId: Id) => {
  const plan = await deps.plans.findActive(planId)
  await getSubscription(deps, workspaceId)
  if (!plan)
    throw new AppError(
      'PLAN_INACTIVE',
      'planId must be the id of an active plan: GET /public/plans lists them',
    )
  const by = { adminId, action: 'plan.assigned' }
  const changed = await changeSubscription(deps, workspaceId, by, (current) =>
    current.planId === plan.id ? null : { planId: plan.id },
  )
  return { subscription: changed, plan }
}

/** Takes up what identity says of a workspace, unless it is older than what is known; opens the subscription. */
export const applyWorkspace = (deps: SubscriptionDeps, workspace: WorkspaceState): Promise<void> =>
  deps.db.transaction(async () => {
    const current = await openSubscription(deps, workspace)
    if (current.workspaceVersion >= workspace.version) return
    const copied = await deps.subscriptions.copyOwner(workspace.id, toOwnerCopy(workspace))
    await countChanged(deps, current, copied)
  })

/** Opens the subscription on the plan chosen at signup, once, whoever comes first. */
const openSubscription = (deps: SubscriptionDeps, workspace: WorkspaceState): Promise<StoredSubscription> =>
  deps.db.transaction(async (tx) => {
    const known = await deps.subscriptions.find(workspace.id)
    if (known) return known
    const plan = await deps.plans.getOf(workspace)
    const createdAt = new Date(workspace.createdAt)
    const end = toSubscriptionEnd(trialEnd(createdAt, plan.trialPeriodDays))
    const opened = await deps.subscriptions.insert({
      id: workspace.id,
      version: 1,
      planId: plan.id,
      ...end,
      discountPercentage: null,
      additionalStorageMB: 0,
      invoiceAdditions: [],
      ...toOwnerCopy(workspace),
      isCounted: isActive(end, deps.clock.now()),
      announced: [],
      announceAt: announceAt(end.subscriptionEndDate, []),
      createdAt,
    })
    await countOpened(deps, opened)
    publishSubscriptionChanged(tx, opened, plan)
    return opened
  })

/** Somebody else opened it at the same moment: then theirs counts. */
const orOpenedByOther =
  ({ subscriptions }: SubscriptionDeps, workspaceId: Id) =>
  async (error: unknown): Promise<StoredSubscription> => {
    const known = isConflict(error) && (await subscriptions.find(workspaceId))
    if (!known) throw error
    return known
  }
