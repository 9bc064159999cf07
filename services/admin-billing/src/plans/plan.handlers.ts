import { handle, reply } from '@wp/http'
import { AppError, notFound, withIsoTimes } from '@wp/kernel'
import { PlanChanged, PlanRemoved } from '../events.ts'
import type { AdminBilling } from '../service.ts'
import { createPlan, deletePlan, getPlan, listPlans, listPublicPlans, updatePlan } from './plan.contract.ts'
import { translated } from './plan.rules.ts'

export const planHandlers = ({ db, plans, subscriptions }: AdminBilling) => [
  handle(listPublicPlans, async ({ query }) => {
    const active = await plans.listActive()
    return reply(200, { plans: active.map((plan) => translated(withIsoTimes(plan), query.locale)) })
  }),

  handle(listPlans, async ({ query }) => {
    const { items, pagination } = await plans.list(query)
    return reply(200, { plans: items.map(withIsoTimes), pagination })
  }),

  handle(createPlan, async ({ body }) => {
    const plan = await db.transaction(async (tx) => {
      const created = withIsoTimes(await plans.insert(body))
      tx.publish(PlanChanged, { workspaceId: null, data: { plan: created } })
      return created
    })
    return reply(201, { plan })
  }),

  handle(getPlan, async ({ params }) => reply(200, { plan: withIsoTimes(await plans.get(params.planId)) })),

  handle(updatePlan, async ({ params, body }) => {
    const plan = await db.transaction(async (tx) => {
      const updated = await plans.update(params.planId, body)
      if (!updated) throw notFound('Plan')
      tx.publish(PlanChanged, { workspaceId: null, data: { plan: withIsoTimes(updated) } })
      return withIsoTimes(updated)
    })
    return reply(200, { plan })
  }),

  handle(deletePlan, async ({ params: { planId } }) => {
    await db.transaction(async (tx) => {
      if (!(await plans.remove(planId))) throw notFound('Plan')
      if (await subscriptions.isPlanInUse(planId))
        throw new AppError('CONFLICT', 'Workspaces are on this plan: make it inactive instead')
      tx.publish(PlanRemoved, { workspaceId: null, data: { planId } })
    })
    return reply(204)
  }),
]
