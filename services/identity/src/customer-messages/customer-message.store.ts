import type { Id, PageQuery } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { MessageType } from '@wp/workspaces'
import type { MessageFilter, MessageStatus, SkipReason } from './customer-message.contract.ts'
import type { Channel } from './message-template.contract.ts'

type CustomerMessageRecord = {
  type: MessageType
  recordId: Id
  version: string
  channel: Channel
  recipient: string
  language: string
  subject: string | null
  status: MessageStatus
  reason: SkipReason | null
  sentAt: Date | null
}
export type StoredCustomerMessage = TenantDoc<CustomerMessageRecord>

export const customerMessageCollection = collection<CustomerMessageRecord>(
  'customer_messages',
  'Message',
  {
    type: String,
    recordId: String,
    version: String,
    channel: String,
    recipient: String,
    language: String,
    subject: String,
    status: String,
    reason: String,
    sentAt: Date,
  },
  [
    // One message per record, type, version and channel, however often it is requested.
    { keys: { workspaceId: 1, recordId: 1, type: 1, version: 1, channel: 1 }, unique: true },
    { keys: { workspaceId: 1, createdAt: -1, _id: -1 } }, // list
    { keys: { workspaceId: 1, type: 1, createdAt: -1, _id: -1 } }, // list by type
    { keys: { workspaceId: 1, status: 1, createdAt: -1, _id: -1 } }, // list by status
    { keys: { workspaceId: 1, recordId: 1, createdAt: -1, _id: -1 } }, // list by record
    { keys: { createdAt: 1 }, ttlSeconds: 90 * 86_400 },
  ],
)

type MessageKey = Pick<CustomerMessageRecord, 'recordId' | 'type' | 'version' | 'channel'>

export const customerMessageStore = (db: Database) => {
  const messages = db.tenant(customerMessageCollection)
  return {
    list: (workspaceId: Id, { type, status, recordId, ...query }: MessageFilter & PageQuery) =>
      messages(workspaceId).page({
        filter: { ...(type && { type }), ...(status && { status }), ...(recordId && { recordId }) },
        query,
      }),
    exists: (workspaceId: Id, { recordId, type, version, channel }: MessageKey) =>
      messages(workspaceId).exists({ recordId, type, version, channel }),
    insert: (workspaceId: Id, message: CustomerMessageRecord & { id: Id }) =>
      messages(workspaceId).insert(message),
    /** Returns null when the log entry has expired. */
    updateIf: (
      workspaceId: Id,
      id: Id,
      changes: Partial<Pick<CustomerMessageRecord, 'status' | 'reason' | 'sentAt'>>,
    ) => messages(workspaceId).updateIf({ id }, changes),
  }
}
export type CustomerMessageStore = ReturnType<typeof customerMessageStore>
