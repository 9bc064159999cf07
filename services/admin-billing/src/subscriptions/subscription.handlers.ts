import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import {
  assignPlan,
  createInvoiceAddition,
  deleteInvoiceAddition,
  updateInvoiceAddition,
  updateStorage,
  updateSubscription,
} from './subscription-change.actions.ts'
import { getSubscription } from './subscription.actions.ts'
import * as routes from './subscription.contract.ts'
import type { StoredSubscription } from './subscription.types.ts'
import { toAdminWorkspace, toInvoiceAddition } from './subscription.view.ts'

export const subscriptionHandlers = (deps: AdminBillingDeps) => {
  const { clock, plans, subscriptions } = deps
  const toWorkspace = async (stored: StoredSubscription) =>
    toAdminWorkspace(stored, await plans.getIncludingRemoved(stored.planId))

  return [
    handle(routes.listAdminWorkspaces, async ({ query }) => {
      const { items, pagination } = await subscriptions.list(query, clock.now())
      const planById = await plans.loadPlanLookup(items.map(({ planId }) => planId))
      const workspaces = items.map((item) => toAdminWorkspace(item, planById(item.planId)))
      return reply(200, { workspaces, pagination })
    }),

    handle(routes.getAdminWorkspace, async ({ params }) =>
      reply(200, { workspace: await toWorkspace(await getSubscription(deps, params.workspaceId)) }),
    ),

    handle(routes.assignPlan, async ({ params, body, principal }) => {
      const { workspaceId } = params
      const { subscription, plan } = await assignPlan(deps, principal.accountId, workspaceId, body.planId)
      return reply(200, {
        message: `The workspace is now on the ${plan.name} plan`,
        workspace: toAdminWorkspace(subscription, plan),
      })
    }),

    handle(routes.updateSubscription, async ({ params, body, principal }) => {
      const updated = await updateSubscription(deps, principal.accountId, params.workspaceId, body)
      return reply(200, { workspace: await toWorkspace(updated) })
    }),

    handle(routes.updateStorage, async ({ params, body, principal }) => {
      const updated = await updateStorage(deps, principal.accountId, params.workspaceId, body)
      return reply(200, { workspace: await toWorkspace(updated) })
    }),

    handle(routes.listInvoiceAdditions, async ({ params }) => {
      const { invoiceAdditions } = await getSubscription(deps, params.workspaceId)
      return reply(200, { invoiceAdditions: invoiceAdditions.map(toInvoiceAddition) })
    }),

    handle(routes.createInvoiceAddition, async ({ params, body, principal }) => {
      const addition = await createInvoiceAddition(deps, principal.accountId, params.workspaceId, body)
      return reply(201, toInvoiceAddition(addition))
    }),

    handle(routes.updateInvoiceAddition, async ({ params, body, principal }) => {
      const addition = await updateInvoiceAddition(deps, principal.accountId, params, body)
      return reply(200, toInvoiceAddition(addition))
    }),

    handle(routes.deleteInvoiceAddition, async ({ params, principal }) => {
      await deleteInvoiceAddition(deps, principal.accountId, params)
      return reply(204)
    }),
  ]
}
