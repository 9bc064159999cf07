import { admin, defineRoute } from '@wp/http'
import { Timestamp } from '@wp/kernel'
import { z } from 'zod'

const DeadLetter = z
  .object({
    id: z.string(),
    service: z.string(),
    consumer: z.string(),
    eventId: z.string(),
    eventType: z.string(),
    workspaceId: z.string().nullable(),
    reason: z.string(),
    tries: z.int(),
    failedAt: Timestamp,
  })
  .meta({ id: 'DeadLetter' })

const LetterId = z.string().regex(/^[1-9]\d{0,14}$/, { error: 'must be the id of a dead letter' })
const tag = 'Dead letters'

export const listDeadLetters = defineRoute({
  id: 'listDeadLetters',
  method: 'GET',
  path: '/admin/dead-letters',
  summary: 'List dead letters',
  description:
    'Dead letters are events that a service failed to handle five times, and messages that are not events (their `eventType` is the subject). Sorted by time, oldest first.',
  tag,
  access: admin('super-admin'),
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    after: LetterId.optional().describe('The id of the last dead letter on the previous page'),
    service: z
      .string()
      .regex(/^[a-z-]{1,40}$/)
      .optional(),
  }),
  replies: {
    200: z.object({
      deadLetters: z.array(DeadLetter),
      pagination: z.object({ limit: z.int(), nextCursor: z.string().nullable() }),
    }),
  },
  fails: [400, 401, 403],
})

export const redriveDeadLetter = defineRoute({
  id: 'redriveDeadLetter',
  method: 'POST',
  path: '/admin/dead-letters/:letter/redrive',
  summary: 'Redeliver a dead letter',
  description: 'Delivers the event again to the consumer that failed to handle it.',
  tag,
  access: admin('super-admin'),
  params: z.object({ letter: LetterId }),
  replies: { 200: z.object({ success: z.boolean(), message: z.string() }) },
  fails: [400, 401, 403, 404],
  idempotency: 'none', // consumers skip events that they have already handled
})
