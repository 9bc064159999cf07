import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { recordAudit } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import { beginPlanRefresh } from '../plan-refresh/plan-refresh.actions.ts'
import type { PlanRefreshDeps } from '../plan-refresh/plan-refresh.actions.ts'
import type { NewPlan, PlanChanges } from './plan.contract.ts'
import { publishPlanChanged, publishPlanRemoved } from './plan.events.ts'
import { changesLimits } from './plan.rules.ts'
import type { StoredPlan } from './plan.store.ts'

type PlanDeps = Pick<AdminBillingDeps, 'db' | 'plans'>

export const createPlan = ({ db, plans }: PlanDeps, adminId: Id, body: NewPlan): Promise<StoredPlan> =>
  db.transaction(async (tx) => {
    const created = await plans.insert(body)
    publishPlanChanged(tx, created)
    recordAudit(tx, toEntry(adminId, 'plan.created', created.id))
    return created
  })

/** Changes a plan; when its limits change, everyone on it is told. */
export const updatePlan = (
  deps: PlanDeps & PlanRefreshDeps,
  adminId: Id,
  planId: Id,
  body: PlanChanges,
): Promise<StoredPlan> =>
  deps.db.transaction(async (tx) => {
    const before = await deps.plans.get(planId)
    const updated = await deps.plans.update(planId, body)
    if (changesLimits(before, updated)) await beginPlanRefresh(deps, tx, planId)
    publishPlanChanged(tx, updated)
    recordAudit(tx, toEntry(adminId, 'plan.updated', planId))
    return updated
  })

export const deletePlan = (
  { db, plans, subscriptions }: PlanDeps & Pick<AdminBillingDeps, 'subscriptions'>,
  adminId: Id,
  planId: Id,
): Promise<void> =>
  db.transaction(async (tx) => {
    await plans.remove(planId)
    if (await subscriptions.isPlanInUse(planId))
      throw new AppError('CONFLICT', 'Workspaces are on this plan: make it inactive instead')
    publishPlanRemoved(tx, planId)
    recordAudit(tx, toEntry(adminId, 'plan.removed', planId))
  })

const toEntry = (adminId: Id, action: string, targetId: Id) => ({
  adminId,
  action,
  targetType: 'plan',
  targetId,
})
