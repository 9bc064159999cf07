import type { Job } from '@wp/runtime'
import { deliverMessages } from '../messages/message.actions.ts'
import type { DeliverDeps } from '../messages/message.actions.ts'

export const deliverMessagesJob = (deps: DeliverDeps): Job => ({
  name: 'deliver-messages',
  everyMs: 1000,
  everyReplica: true,
  run: ({ signal }) => deliverMessages(deps, signal),
})
