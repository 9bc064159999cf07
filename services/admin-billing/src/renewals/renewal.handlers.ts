import { handle, reply } from '@wp/http'
import type { AdminBilling } from '../service.ts'
import { adminView } from '../subscriptions/subscription.rules.ts'
import { getRenewalQuote, renewSubscription } from './renewal.contract.ts'
import { shownQuote } from './renewal.rules.ts'

export const renewalHandlers = ({ directory, renewals }: AdminBilling) => [
  handle(getRenewalQuote, async ({ params, query }) => {
    const { quote } = await renewals.quote(await directory.get(params.workspaceId), query.period)
    return reply(200, { quote: shownQuote(quote) })
  }),

  handle(renewSubscription, async ({ params, body, principal }) => {
    const { payment, renewed, plan } = await renewals.renew(
      params.workspaceId,
      body.period,
      principal.accountId,
    )
    return reply(201, { payment, workspace: adminView(renewed, plan) })
  }),
]
