import { handle, reply } from '@wp/http'
import { iso } from '@wp/kernel'
import type { Identity } from '../parts.ts'
import { listOutbox } from './outbox.contract.ts'

const shown = 100

/** None in production: there the route does not exist. */
export const outboxHandlers = ({ mailbox, isDevelopment }: Identity) =>
  isDevelopment
    ? [
        handle(listOutbox, async ({ query }) => {
          const messages = await mailbox.newest(query.to && addressOf(query.to), shown)
          return reply(200, {
            messages: messages.map((message) => ({ ...message, createdAt: iso(message.createdAt) })),
          })
        }),
      ]
    : []

/** A plus sign in a query string means a space; phone numbers are written with one all the same. */
const addressOf = (text: string): string => {
  const trimmed = text.trim().toLowerCase()
  return /^\d+$/.test(trimmed) ? `+${trimmed}` : trimmed
}
