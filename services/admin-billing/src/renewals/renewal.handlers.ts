import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { toPayment } from '../payments/payment.view.ts'
import { getSubscription } from '../subscriptions/subscription.actions.ts'
import { toAdminWorkspace } from '../subscriptions/subscription.view.ts'
import { quoteRenewal, renewSubscription } from './renewal.actions.ts'
import * as routes from './renewal.contract.ts'
import { toRenewalQuote } from './renewal.view.ts'

export const renewalHandlers = (deps: AdminBillingDeps) => [
  handle(routes.getRenewalQuote, async ({ params, query }) => {
    const subscription = await getSubscription(deps, params.workspaceId)
    const { quote } = await quoteRenewal(deps, subscription, query.period)
    return reply(200, { quote: toRenewalQuote(quote) })
  }),

  handle(routes.renewSubscription, async ({ params: { workspaceId }, body, principal }) => {
    const { payment, subscription, plan } = await renewSubscription(
      deps,
      principal.accountId,
      workspaceId,
      body.period,
    )
    return reply(201, { payment: toPayment(payment), workspace: toAdminWorkspace(subscription, plan) })
  }),
]
