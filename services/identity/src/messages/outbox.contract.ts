import { defineRoute, open } from '@wp/http'
import { IdString, Timestamp } from '@wp/kernel'
import { z } from 'zod'

const OutboxMessage = z
  .object({
    id: IdString,
    channel: z.enum(['email', 'sms']),
    to: z.string(),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable().describe('Only for emails to customers'),
    code: z.string().nullable(),
    token: z.string().nullable(),
    createdAt: Timestamp,
  })
  .meta({ id: 'OutboxMessage' })

export const listOutbox = defineRoute({
  id: 'listOutbox',
  method: 'GET',
  path: '/dev/outbox',
  summary: 'List emails and SMS messages',
  description:
    'Returns up to 100 messages, newest first, including those that are not sent yet. Available only in development and on localhost, and not to web pages from other origins.',
  tag: 'Development',
  access: open(),
  query: z.object({ to: z.string().max(254).optional().describe('Email address or phone number') }),
  replies: { 200: z.object({ messages: z.array(OutboxMessage) }) },
  fails: [400, 403],
})
