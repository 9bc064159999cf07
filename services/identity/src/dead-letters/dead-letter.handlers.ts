import type { DeadLetter } from '@wp/bus'
import { handle, reply } from '@wp/http'
import { actorOf } from '../audit/audit.store.ts'
import type { Identity } from '../parts.ts'
import { listDeadLetters, redriveDeadLetter } from './dead-letter.contract.ts'

export const deadLetterHandlers = ({ deadLetters, audit }: Identity) => [
  handle(listDeadLetters, async ({ query: { limit, after, service } }) => {
    const letters = await deadLetters.list({ limit, ...(after && { after }), ...(service && { service }) })
    const nextCursor = letters.length === limit ? (letters.at(-1)?.id ?? null) : null
    return reply(200, { deadLetters: letters.map(shownLetter), pagination: { limit, nextCursor } })
  }),

  handle(redriveDeadLetter, async ({ params: { letter }, principal }) => {
    await deadLetters.redrive(letter)
    await audit.record({
      ...actorOf(principal),
      action: 'dead-letter.redriven',
      targetType: 'dead-letter',
      targetId: letter,
    })
    return reply(200, { success: true, message: 'The event was handed to its consumer again' })
  }),
]

/** What happened to the event, not what it says: that may be a workspace's private data. */
const shownLetter = ({ event, ...letter }: DeadLetter) => ({
  ...letter,
  eventId: event.id,
  eventType: event.type,
  workspaceId: event.workspaceId,
})
