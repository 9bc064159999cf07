import { defineRoute, workspace } from '@wp/http'
import { IdString, pageQuery, Pagination, Timestamp } from '@wp/kernel'
import { MessageType } from '@wp/workspaces'
import { z } from 'zod'
import { Channel } from './message-template.contract.ts'

export const MessageStatus = z.enum(['queued', 'sent', 'failed', 'bounced', 'skipped'])
export type MessageStatus = z.output<typeof MessageStatus>

const SkipReason = z.enum(['opted-out', 'bounced', 'limit', 'no-provider', 'too-late'])
export type SkipReason = z.output<typeof SkipReason>

export const SentMessage = z
  .object({
    id: IdString,
    type: MessageType,
    channel: Channel,
    recipient: z.string(),
    language: z.string(),
    subject: z.string().nullable(),
    status: MessageStatus.describe(
      '`bounced`: the mail server rejected the address. `failed`: all attempts failed. `skipped`: not sent, see `reason`',
    ),
    reason: SkipReason.nullable(),
    recordId: IdString.describe('The booking, order, invoice or lab test'),
    createdAt: Timestamp,
    sentAt: Timestamp.nullable(),
  })
  .meta({ id: 'CustomerMessage' })
export type SentMessage = z.output<typeof SentMessage>

export const MessageFilter = pageQuery.extend({
  type: MessageType.optional(),
  status: MessageStatus.optional(),
  recordId: IdString.optional(),
})
export type MessageFilter = z.output<typeof MessageFilter>

export const listMessages = defineRoute({
  id: 'listMessages',
  method: 'GET',
  path: '/workspace/:workspaceId/messages',
  summary: 'List messages to customers',
  description:
    'Sorted by creation time, newest first. Messages are listed for 90 days; their text is not kept.',
  tag: 'Messages to customers',
  access: workspace('workspace.manage'),
  query: MessageFilter,
  replies: { 200: z.object({ messages: z.array(SentMessage), pagination: Pagination }) },
  fails: [400, 401, 403, 404],
})
