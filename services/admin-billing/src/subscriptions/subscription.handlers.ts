import type { AdminPrincipal } from '@wp/auth'
import { handle, reply } from '@wp/http'
import { AppError, searchable } from '@wp/kernel'
import type { AdminBilling } from '../service.ts'
import {
  assignPlan,
  createInvoiceAddition,
  deleteInvoiceAddition,
  getAdminWorkspace,
  listAdminWorkspaces,
  listInvoiceAdditions,
  updateInvoiceAddition,
  updateStorage,
  updateSubscription,
} from './subscription.contract.ts'
import { adminView, shownAddition, withAddition, withChangedAddition } from './subscription.rules.ts'

export const subscriptionHandlers = ({ clock, directory, plans, subscriptions }: AdminBilling) => {
  const by = (principal: AdminPrincipal, action: string) => ({ adminId: principal.accountId, action })

  return [
    handle(
      listAdminWorkspaces,
      async ({ query: { search, planId, businessCategorySlug, subscription, ...page } }) => {
        const { items, pagination } = await subscriptions.list(
          { search: search && searchable(search), planId, businessCategorySlug, subscription, ...page },
          clock.now(),
        )
        const planOf = await plans.byId(items.map((item) => item.planId))
        return reply(200, {
          workspaces: items.map((item) => adminView(item, planOf(item.planId))),
          pagination,
        })
      },
    ),

    handle(getAdminWorkspace, async ({ params }) => {
      const subscription = await directory.get(params.workspaceId)
      return reply(200, { workspace: adminView(subscription, await plans.getOf(subscription)) })
    }),

    handle(assignPlan, async ({ params, body, principal }) => {
      const plan = await plans.findActive(body.planId)
      await directory.get(params.workspaceId)
      if (!plan) throw new AppError('PLAN_INACTIVE', 'planId must be the id of an active plan')
      const changed = await directory.change(params.workspaceId, by(principal, 'plan.assigned'), (current) =>
        current.planId === plan.id ? null : { planId: plan.id },
      )
      return reply(200, {
        message: `The workspace is on the plan ${plan.name}`,
        workspace: adminView(changed, plan),
      })
    }),

    handle(updateSubscription, async ({ params, body, principal }) => {
      const { subscriptionEndDate: end, ...discount } = body
      const changes = {
        ...discount,
        ...(end !== undefined && { subscriptionEndDate: end === null ? null : new Date(end) }),
      }
      const changed = await directory.change(params.workspaceId, by(principal, 'subscription.updated'), () =>
        Object.keys(body).length === 0 ? null : changes,
      )
      return reply(200, { workspace: adminView(changed, await plans.getOf(changed)) })
    }),

    handle(updateStorage, async ({ params, body, principal }) => {
      const changed = await directory.change(params.workspaceId, by(principal, 'storage.updated'), () => body)
      return reply(200, { workspace: adminView(changed, await plans.getOf(changed)) })
    }),

    handle(listInvoiceAdditions, async ({ params }) => {
      const { invoiceAdditions } = await directory.get(params.workspaceId)
      return reply(200, { invoiceAdditions: invoiceAdditions.map(shownAddition) })
    }),

    handle(createInvoiceAddition, async ({ params, body, principal }) => {
      const origin = { createdAt: clock.now(), createdBy: principal.accountId }
      const changed = await directory.change(
        params.workspaceId,
        by(principal, 'addition.created'),
        (current) => ({
          invoiceAdditions: withAddition(current.invoiceAdditions, body, origin),
        }),
      )
      return reply(201, shownAddition(changed.invoiceAdditions.at(-1)!))
    }),

    handle(updateInvoiceAddition, async ({ params: { workspaceId, additionId }, body, principal }) => {
      const changed = await directory.change(workspaceId, by(principal, 'addition.updated'), (current) => ({
        invoiceAdditions: withChangedAddition(current.invoiceAdditions, additionId, body),
      }))
      return reply(200, shownAddition(changed.invoiceAdditions.find(({ id }) => id === additionId)!))
    }),

    handle(deleteInvoiceAddition, async ({ params: { workspaceId, additionId }, principal }) => {
      await directory.change(workspaceId, by(principal, 'addition.deleted'), (current) => ({
        invoiceAdditions: withChangedAddition(current.invoiceAdditions, additionId, null),
      }))
      return reply(204)
    }),
  ]
}
