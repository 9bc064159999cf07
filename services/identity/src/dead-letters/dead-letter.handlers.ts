import { handle, reply } from '@wp/http'
import type { ServiceDeps } from '../deps.ts'
import { listDeadLetters, redriveDeadLetter } from './dead-letter.contract.ts'
import { toDeadLetter } from './dead-letter.view.ts'

export const deadLetterHandlers = ({ deadLetters, audit }: ServiceDeps) => [
  handle(listDeadLetters, async ({ query: { limit, after, service } }) => {
    const letters = await deadLetters.list({ limit, ...(after && { after }), ...(service && { service }) })
    const nextCursor = letters.length === limit ? (letters.at(-1)?.id ?? null) : null
    return reply(200, { deadLetters: letters.map(toDeadLetter), pagination: { limit, nextCursor } })
  }),

  handle(redriveDeadLetter, async ({ params: { letter }, principal }) => {
    await deadLetters.redrive(letter)
    await audit.recordBy(principal, 'dead-letter.redriven', 'dead-letter', letter)
    return reply(200, { success: true, message: 'The event will be redelivered to its consumer' })
  }),
]
