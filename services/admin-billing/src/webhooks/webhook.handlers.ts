import { handle, reply } from '@wp/http'
import type { AdminBillingDeps } from '../deps.ts'
import { recordWebhook } from './webhook.actions.ts'
import * as routes from './webhook.contract.ts'
import { toSearchWords } from './webhook.rules.ts'
import { toWebhook, toWebhookSummary } from './webhook.view.ts'

const recorded = { success: true, message: 'Recorded' }

export const webhookHandlers = (deps: AdminBillingDeps) => [
  handle(routes.receiveWebhook, async ({ body, headers, ip }) => {
    await recordWebhook(deps, { method: 'POST', bytes: body, headers, ip })
    return reply(200, recorded)
  }),

  handle(routes.testWebhook, async ({ headers, ip }) => {
    await recordWebhook(deps, { method: 'GET', bytes: new Uint8Array(), headers, ip })
    return reply(200, recorded)
  }),

  handle(routes.listWebhooks, async ({ query: { search, ...query } }) => {
    const { items, pagination } = await deps.webhooks.list({ ...query, words: toSearchWords(search ?? '') })
    return reply(200, { webhooks: items.map(toWebhookSummary), pagination })
  }),

  handle(routes.getWebhook, async ({ params }) =>
    reply(200, { webhook: toWebhook(await deps.webhooks.get(params.id)) }),
  ),
]
