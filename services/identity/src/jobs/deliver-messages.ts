import type { Job } from '@wp/runtime'
import type { IdentityDeps } from '../deps.ts'
import { deliverMessages } from '../messages/message.actions.ts'
import { messageCollection } from '../messages/message.store.ts'

/**
 * Each channel has its own jobs, so that an unresponsive mail server does not delay SMS. Messages to
 * customers have separate jobs too, so that they do not delay messages to members.
 */
export const deliverMessagesJobs = (deps: IdentityDeps): Job[] =>
  (['email', 'sms'] as const).flatMap((channel) =>
    ([null, 'customers'] as const).map((queue) => ({
      name: queue === null ? `deliver-${channel}` : `deliver-${channel}-to-${queue}`,
      everyMs: 1000,
      watches: [messageCollection],
      everyReplica: true,
      run: ({ signal }) => deliverMessages(deps, channel, queue, signal),
    })),
  )
