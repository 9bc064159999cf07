import type { Job } from '@wp/runtime'
import type { IdentityDeps } from '../deps.ts'
import { deliverMessages } from '../messages/message.actions.ts'

/** Each channel has its own job, so that a mail server that does not respond does not delay SMS messages. */
export const deliverMessagesJobs = (deps: IdentityDeps): Job[] =>
  (['email', 'sms'] as const).map((channel) => ({
    name: `deliver-${channel}`,
    everyMs: 1000,
    everyReplica: true,
    run: ({ signal }) => deliverMessages(deps, channel, signal),
  }))
