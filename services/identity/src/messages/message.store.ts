import type { Id } from '@wp/kernel'
import { collection, overdueRanges } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'

/**
 * An email or SMS. Its text is sealed because it may contain a code or token. Not scoped to a workspace:
 * some messages have none.
 */
type MessageRecord = {
  /** Always equal to the id. Kept because earlier versions created a unique index on `key`. */
  key: string
  workspaceId: Id | null
  /** Messages to customers are sent separately from those to members; null and missing mean members. */
  queue?: MessageQueue
  channel: 'email' | 'sms'
  to: string
  subject: string | null
  sealed: string | null
  status: 'queued' | 'sent' | 'failed'
  tries: number
  dueAt: Date
  /** The entry in the log of messages to customers. */
  logId?: Id | null
  /** The message is not sent after this time. */
  expiresAt?: Date | null
}
export type MessageQueue = 'customers' | null
export type StoredMessage = PlatformDoc<MessageRecord>

export const messageCollection = collection<MessageRecord>(
  'messages',
  'Message',
  {
    key: String,
    workspaceId: String,
    queue: String,
    channel: String,
    to: String,
    subject: String,
    sealed: String,
    status: String,
    tries: Number,
    dueAt: Date,
    logId: String,
    expiresAt: Date,
  },
  [
    { keys: { channel: 1, queue: 1, status: 1, dueAt: 1 } }, // due messages
    { keys: { to: 1, createdAt: -1, _id: -1 } }, // development outbox
    { keys: { createdAt: 1 }, ttlSeconds: 7 * 86_400 },
  ],
  { unsharded: 'One queue for the whole platform, kept for seven days.' },
)

export const messageStore = (db: Database) => {
  const messages = db.global(messageCollection)
  return {
    insert: (message: MessageRecord & { id: Id }) => messages().insert(message),
    listNewest: (to: string | undefined, limit: number) =>
      messages().find(to ? { to } : {}, { sort: { createdAt: -1, id: -1 }, limit }),

    /**
     * Claims the next due message of a channel and queue until `until`; returns null when none is due.
     * `termMs` is the longest time that a message waits. Thousands may wait, because a workspace may send
     * only a limited number per hour.
     */
    claimIf: async (
      channel: MessageRecord['channel'],
      queue: MessageQueue,
      now: Date,
      termMs: number,
      until: Date,
    ): Promise<StoredMessage | null> => {
      for (const range of overdueRanges('dueAt', now, termMs)) {
        const claimed = await messages().updateIf(
          { channel, queue, status: 'queued', ...range },
          { $set: { dueAt: until }, $inc: { tries: 1 } },
          { sort: { dueAt: 1 } },
        )
        if (claimed) return claimed
      }
      return null
    },
    markSent: (id: Id, { keepsText }: { keepsText: boolean }) =>
      messages().update({ id }, { status: 'sent', ...(!keepsText && { sealed: null }) }),
    retryAt: (id: Id, dueAt: Date) => messages().update({ id }, { dueAt }),
    markFailed: (id: Id) => messages().update({ id }, { status: 'failed', sealed: null }),
  }
}
export type MessageStore = ReturnType<typeof messageStore>
