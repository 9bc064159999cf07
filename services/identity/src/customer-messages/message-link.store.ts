import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { MessageType } from '@wp/workspaces'
import type { Channel } from './message-template.contract.ts'

/**
 * A link in a message that shows a record to its recipient. Only the hash of its token is stored. A link is
 * opened with only its token, so links are not scoped to a workspace.
 */
type LinkRecord = {
  workspaceId: Id
  tokenHash: string
  type: MessageType
  recordId: Id
  language: string
  /** The address to which the message was sent; anyone with the token can read messages there. Missing in older links. */
  channel?: Channel
  recipient?: string
  expiresAt: Date
}

export const messageLinkCollection = collection<LinkRecord>(
  'message_links',
  'Link',
  {
    workspaceId: String,
    tokenHash: String,
    type: String,
    recordId: String,
    language: String,
    channel: String,
    recipient: String,
    expiresAt: Date,
  },
  [
    { keys: { tokenHash: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 0 },
  ],
  { unsharded: 'Finds the workspace of a link, whose token is unique on the whole platform.' },
)

export const messageLinkStore = (db: Database) => {
  const links = db.global(messageLinkCollection)
  return {
    insert: (link: LinkRecord) => links().insert(link),
    find: (tokenHash: string, now: Date) => links().findOne({ tokenHash, expiresAt: trusted({ $gt: now }) }),
  }
}
export type MessageLinkStore = ReturnType<typeof messageLinkStore>
