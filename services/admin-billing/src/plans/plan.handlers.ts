import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { createPlan, deletePlan, updatePlan } from './plan.actions.ts'
import * as routes from './plan.contract.ts'
import { toPlan, toTranslatedPlan } from './plan.view.ts'

export const planHandlers = (deps: AdminBillingDeps) => [
  handle(routes.listPublicPlans, async ({ query }) => {
    const active = await deps.plans.listActive()
    return reply(200, { plans: active.map((plan) => toTranslatedPlan(plan, query.locale)) })
  }),

  handle(routes.listPlans, async ({ query }) => {
    const { items, pagination } = await deps.plans.list(query)
    return reply(200, { plans: items.map(toPlan), pagination })
  }),

  handle(routes.createPlan, async ({ body, principal }) =>
    reply(201, { plan: toPlan(await createPlan(deps, principal.accountId, body)) }),
  ),

  handle(routes.getPlan, async ({ params }) =>
    reply(200, { plan: toPlan(await deps.plans.get(params.planId)) }),
  ),

  handle(routes.updatePlan, async ({ params, body, principal }) =>
    reply(200, { plan: toPlan(await updatePlan(deps, principal.accountId, params.planId, body)) }),
  ),

  handle(routes.deletePlan, async ({ params, principal }) => {
    await deletePlan(deps, principal.accountId, params.planId)
    return reply(204)
  }),
]
