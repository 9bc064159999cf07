import { defineConsumer } from '@wp/bus'
import { WebhookEndpointDisabled } from '@wp/webhooks/contract'
import type { IdentityDeps } from '../deps.ts'
import { webhookDisabledMail } from '../messages/mail.rules.ts'
import { queueMessage } from '../messages/message.actions.ts'

/** Mails the owner of a workspace whose webhook endpoint was disabled. */
export const onWebhookEndpointDisabled = (deps: IdentityDeps) =>
  defineConsumer({
    name: 'on-webhook-endpoint-disabled',
    events: [WebhookEndpointDisabled],
    handle: async ({ workspaceId, data: { host, reason } }) => {
      const workspace = workspaceId === null ? null : await deps.workspaces.find(workspaceId)
      const owner = workspace && (await deps.accounts.find(workspace.ownerAccountId))
      if (!workspace || !owner) return
      const mail = webhookDisabledMail(workspace.name, host, reason)
      await queueMessage(deps, { workspaceId, channel: 'email', to: owner.email, ...mail })
    },
  })
