import { AppError } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { publishAuditEntry } from '../audit/audit.events.ts'
import type { AdminBillingDeps } from '../deps.ts'
import type { NewPlan, PlanChanges } from './plan.contract.ts'
import { publishPlanChanged, publishPlanRemoved } from './plan.events.ts'
import type { StoredPlan } from './plan.store.ts'

type PlanDeps = Pick<AdminBillingDeps, 'db' | 'plans'>

export const createPlan = ({ db, plans }: PlanDeps, adminId: Id, body: NewPlan): Promise<StoredPlan> =>
  db.transaction(async (tx) => {
    const created = await plans.insert(body)
    publishPlanChanged(tx, created)
    publishAuditEntry(tx, toAuditEntry(adminId, 'plan.created', created.id))
    return created
  })

/** New limits apply immediately, because quotas read the plan. */
export const updatePlan = (
  { db, plans }: PlanDeps,
  adminId: Id,
  planId: Id,
  body: PlanChanges,
): Promise<StoredPlan> =>
  db.transaction(async (tx) => {
    const updated = await plans.update(planId, body)
    publishPlanChanged(tx, updated)
    publishAuditEntry(tx, toAuditEntry(adminId, 'plan.updated', planId))
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
      throw new AppError('CONFLICT', 'This plan is in use; make it inactive instead')
    publishPlanRemoved(tx, planId)
    publishAuditEntry(tx, toAuditEntry(adminId, 'plan.removed', planId))
  })

const toAuditEntry = (adminId: Id, action: string, targetId: Id) => ({
  adminId,
  action,
  targetType: 'plan',
  targetId,
})
