import { defineConsumer } from '@wp/bus'
import { defineOwnerNotice } from '@wp/workspaces'
import type { IdentityDeps } from '../deps.ts'
import { ownerNoticeMail } from '../messages/mail.rules.ts'
import { queueMessage } from '../messages/message.actions.ts'

/** Emails the owner of a workspace when another service requests it. */
export const onOwnerNotice = (deps: IdentityDeps) =>
  defineConsumer({
    name: 'on-owner-notice',
    events: [defineOwnerNotice('webhooks')],
    handle: async ({ workspaceId, data }) => {
      const workspace = workspaceId === null ? null : await deps.workspaces.find(workspaceId)
      const owner = workspace && (await deps.accounts.find(workspace.ownerAccountId))
      if (!workspace || !owner) return
      const mail = ownerNoticeMail(workspace, data)
      await queueMessage(deps, { workspaceId, channel: 'email', to: owner.email, ...mail })
    },
  })
