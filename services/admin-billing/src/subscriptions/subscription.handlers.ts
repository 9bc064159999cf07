import type { AdminPrincipal } from '@wp/auth'
import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { toSubscriptionEnd } from '../renewals/renewal.rules.ts'
import { assignPlan, changeSubscription, getSubscription } from './subscription.actions.ts'
import * as routes from './subscription.contract.ts'
import { addAddition, changeAddition } from './subscription.rules.ts'
import type { StoredSubscription } from './subscription.store.ts'
import { toAdminWorkspace, toInvoiceAddition } from './subscription.view.ts'

export const subscriptionHandlers = (deps: AdminBillingDeps) => {
  const { clock, plans, subscriptions } = deps
  const by = (principal: AdminPrincipal, action: string) => ({ adminId: principal.accountId, action })
  const toWorkspace = async (stored: StoredSubscription) =>
    toAdminWorkspace(stored, await plans.getOf(stored))

  return [
    handle(routes.listAdminWorkspaces, async ({ query }) => {
      const { items, pagination } = await subscriptions.list(query, clock.now())
      const planOf = await plans.listById(items.map(({ planId }) => planId))
      return reply(200, {
        workspaces: items.map((item) => toAdminWorkspace(item, planOf(item.planId))),
        pagination,
      })
    }),

    handle(routes.getAdminWorkspace, async ({ params }) =>
      reply(200, { workspace: await toWorkspace(await getSubscription(deps, params.workspaceId)) }),
    ),

    handle(routes.assignPlan, async ({ params, body, principal }) => {
      const { workspaceId } = params
      const { subscription, plan } = await assignPlan(deps, principal.accountId, workspaceId, body.planId)
      return reply(200, {
        message: `The workspace is on the plan ${plan.name}`,
        workspace: toAdminWorkspace(subscription, plan),
      })
    }),

    handle(routes.updateSubscription, async ({ params, body, principal }) => {
      const { subscriptionEndDate: end, ...discount } = body
      const date = end !== undefined && toSubscriptionEnd(end === null ? null : new Date(end))
      const changes = Object.keys(body).length === 0 ? null : { ...discount, ...date }
      const admin = by(principal, 'subscription.updated')
      const changed = await changeSubscription(deps, params.workspaceId, admin, () => changes)
      return reply(200, { workspace: await toWorkspace(changed) })
    }),

    handle(routes.updateStorage, async ({ params, body, principal }) => {
      const admin = by(principal, 'storage.updated')
      const changed = await changeSubscription(deps, params.workspaceId, admin, () => body)
      return reply(200, { workspace: await toWorkspace(changed) })
    }),

    handle(routes.listInvoiceAdditions, async ({ params }) => {
      const { invoiceAdditions } = await getSubscription(deps, params.workspaceId)
      return reply(200, { invoiceAdditions: invoiceAdditions.map(toInvoiceAddition) })
    }),

    handle(routes.createInvoiceAddition, async ({ params, body, principal }) => {
      const origin = { createdAt: clock.now(), createdBy: principal.accountId }
      const admin = by(principal, 'addition.created')
      const changed = await changeSubscription(deps, params.workspaceId, admin, (current) => ({
        invoiceAdditions: addAddition(current.invoiceAdditions, body, origin),
      }))
      return reply(201, toInvoiceAddition(changed.invoiceAdditions.at(-1)!))
    }),

    handle(routes.updateInvoiceAddition, async ({ params: { workspaceId, additionId }, body, principal }) => {
      const admin = by(principal, 'addition.updated')
      const changed = await changeSubscription(deps, workspaceId, admin, (current) => ({
        invoiceAdditions: changeAddition(current.invoiceAdditions, additionId, body),
      }))
      return reply(200, toInvoiceAddition(changed.invoiceAdditions.find(({ id }) => id === additionId)!))
    }),

    handle(routes.deleteInvoiceAddition, async ({ params: { workspaceId, additionId }, principal }) => {
      const admin = by(principal, 'addition.deleted')
      await changeSubscription(deps, workspaceId, admin, (current) => ({
        invoiceAdditions: changeAddition(current.invoiceAdditions, additionId, null),
      }))
      return reply(204)
    }),
  ]
}
