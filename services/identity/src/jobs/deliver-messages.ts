import type { Job } from '@wp/runtime'
import type { IdentityDeps } from '../deps.ts'
import { deliverMessages } from '../messages/message.actions.ts'

export const deliverMessagesJob = (deps: IdentityDeps): Job => ({
  name: 'deliver-messages',
  everyMs: 1000,
  everyReplica: true,
  run: ({ signal }) => deliverMessages(deps, signal),
})
