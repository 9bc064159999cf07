import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Channel } from './message-template.contract.ts'

/** An address that a workspace sent messages to, and whether it may still send them. */
type RecipientRecord = {
  workspaceId: Id
  channel: Channel
  address: string
  /** The language of the last message. */
  language: string
  optedOutAt: Date | null
  /** When the mail server rejected the address. */
  bouncedAt: Date | null
  /** Whether an SMS with the link to stop messages was sent; missing means no. */
  hasSmsLink?: boolean
  /** Null while the record stops messages. */
  expiresAt: Date | null
}
export type StoredRecipient = TenantDoc<RecipientRecord>

export const messageRecipientCollection = collection<RecipientRecord>(
  'message_recipients',
  'Recipient',
  {
    channel: String,
    address: String,
    language: String,
    optedOutAt: Date,
    bouncedAt: Date,
    hasSmsLink: Boolean,
    expiresAt: Date,
  },
  [
    { keys: { workspaceId: 1, channel: 1, address: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 0 },
  ],
)

export const messageRecipientStore = (db: Database) => {
  const recipients = db.tenant(messageRecipientCollection)
  // Links in messages contain the id of a recipient, not the workspace.
  const allRecipients = db.global(messageRecipientCollection)
  return {
    find: (workspaceId: Id, channel: Channel, address: string) =>
      recipients(workspaceId).findOne({ channel, address }),
    findById: (id: Id) => allRecipients().findOne({ id }),
    insert: (
      workspaceId: Id,
      recipient: Pick<RecipientRecord, 'channel' | 'address' | 'language' | 'expiresAt'>,
    ) => recipients(workspaceId).insert({ ...recipient, optedOutAt: null, bouncedAt: null }),
    update: (workspaceId: Id, id: Id, changes: Partial<RecipientRecord>) =>
      recipients(workspaceId).update({ id }, changes),
    markBouncedIf: (workspaceId: Id, channel: Channel, address: string, now: Date) =>
      recipients(workspaceId).updateIf({ channel, address }, { bouncedAt: now, expiresAt: null }),
  }
}
export type MessageRecipientStore = ReturnType<typeof messageRecipientStore>
