import { handle, reply } from '@wp/http'
import { withIsoTimes } from '@wp/kernel'
import type { IdentityDeps } from '../deps.ts'
import { requireLoopbackHost } from '../guards/loopback-host.rules.ts'
import { requireSameOrigin } from '../guards/same-origin.rules.ts'
import { listNewestMessages } from './message.actions.ts'
import { listOutbox } from './outbox.contract.ts'
import { maxOutboxMessages, toAddress } from './outbox.rules.ts'

/** The route does not exist in production. */
export const outboxHandlers = (deps: IdentityDeps) =>
  deps.isDevelopment
    ? [
        handle(
          listOutbox,
          async ({ query: { to } }) => {
            const messages = await listNewestMessages(deps, to && toAddress(to), maxOutboxMessages)
            return reply(200, { messages: messages.map(withIsoTimes) })
          },
          {
            guard: (context) => {
              requireSameOrigin(context)
              requireLoopbackHost(context)
            },
          },
        ),
      ]
    : []
