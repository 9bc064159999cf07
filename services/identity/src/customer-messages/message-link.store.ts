import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import type { MessageType } from '@wp/workspaces'

/** A link in a message that shows a record to its recipient. Only the hash of its token is stored. */
type LinkRecord = {
  workspaceId: Id
  tokenHash: string
  type: MessageType
  recordId: Id
  language: string
  expiresAt: Date
}

export const messageLinkCollection = collection<LinkRecord>(
  'message_links',
  'Link',
  { tokenHash: String, type: String, recordId: String, language: String, expiresAt: Date },
  [
    { keys: { tokenHash: 1 }, unique: true },
    { keys: { expiresAt: 1 }, ttlSeconds: 0 },
  ],
)

export const messageLinkStore = (db: Database) => {
  const links = db.tenant(messageLinkCollection)
  // Whoever opens a link has only its token.
  const allLinks = db.global(messageLinkCollection)
  return {
    insert: (workspaceId: Id, link: Omit<LinkRecord, 'workspaceId'>) => links(workspaceId).insert(link),
    find: (tokenHash: string, now: Date) =>
      allLinks().findOne({ tokenHash, expiresAt: trusted({ $gt: now }) }),
  }
}
export type MessageLinkStore = ReturnType<typeof messageLinkStore>
