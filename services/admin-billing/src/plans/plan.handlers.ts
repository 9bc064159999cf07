import type { AdminPrincipal } from '@wp/auth'
import { handle, reply } from '@wp/http'
import { AppError, notFound, withIsoTimes } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { recordDeed } from '../audit.ts'
import { PlanChanged, PlanRemoved } from '../events.ts'
import type { AdminBilling } from '../service.ts'
import { createPlan, deletePlan, getPlan, listPlans, listPublicPlans, updatePlan } from './plan.contract.ts'
import { changesLimits, translated } from './plan.rules.ts'

const deed = ({ accountId }: AdminPrincipal, action: string, planId: Id) => ({
  adminId: accountId,
  action,
  targetType: 'plan',
  targetId: planId,
})

export const planHandlers = ({ db, plans, subscriptions, planRefresh }: AdminBilling) => [
  handle(listPublicPlans, async ({ query }) => {
    const active = await plans.listActive()
    return reply(200, { plans: active.map((plan) => translated(withIsoTimes(plan), query.locale)) })
  }),

  handle(listPlans, async ({ query }) => {
    const { items, pagination } = await plans.list(query)
    return reply(200, { plans: items.map(withIsoTimes), pagination })
  }),

  handle(createPlan, async ({ body, principal }) => {
    const plan = await db.transaction(async (tx) => {
      const created = withIsoTimes(await plans.insert(body))
      tx.publish(PlanChanged, { workspaceId: null, data: { plan: created } })
      recordDeed(tx, deed(principal, 'plan.created', created.id))
      return created
    })
    return reply(201, { plan })
  }),

  handle(getPlan, async ({ params }) => reply(200, { plan: withIsoTimes(await plans.get(params.planId)) })),

  handle(updatePlan, async ({ params, body, principal }) => {
    const plan = await db.transaction(async (tx) => {
      const before = await plans.get(params.planId)
      const updated = await plans.update(params.planId, body)
      if (!updated) throw notFound('Plan')
      if (changesLimits(before, updated)) await planRefresh.begin(tx, updated.id)
      tx.publish(PlanChanged, { workspaceId: null, data: { plan: withIsoTimes(updated) } })
      recordDeed(tx, deed(principal, 'plan.updated', updated.id))
      return withIsoTimes(updated)
    })
    return reply(200, { plan })
  }),

  handle(deletePlan, async ({ params: { planId }, principal }) => {
    await db.transaction(async (tx) => {
      if (!(await plans.remove(planId))) throw notFound('Plan')
      if (await subscriptions.isPlanInUse(planId))
        throw new AppError('CONFLICT', 'Workspaces are on this plan: make it inactive instead')
      tx.publish(PlanRemoved, { workspaceId: null, data: { planId } })
      recordDeed(tx, deed(principal, 'plan.removed', planId))
    })
    return reply(204)
  }),
]
