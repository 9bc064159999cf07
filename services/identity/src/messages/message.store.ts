import type { Id } from '@wp/kernel'
import { collection, overdue } from '@wp/mongo'
import type { Database, PlatformDoc } from '@wp/mongo'

/**
 * An email or SMS. Its text is sealed because it may contain a code or token. Not scoped to a workspace:
 * some messages have none.
 */
type MessageRecord = {
  /** Always equal to the id. Kept because earlier versions created a unique index on `key`. */
  key: string
  workspaceId: Id | null
  channel: 'email' | 'sms'
  to: string
  subject: string | null
  sealed: string | null
  status: 'queued' | 'sent' | 'failed'
  tries: number
  dueAt: Date
}
export type StoredMessage = PlatformDoc<MessageRecord>

export const messageCollection = collection<MessageRecord>(
  'messages',
  'Message',
  {
    key: String,
    workspaceId: String,
    channel: String,
    to: String,
    subject: String,
    sealed: String,
    status: String,
    tries: Number,
    dueAt: Date,
  },
  [
    { keys: { channel: 1, status: 1, dueAt: 1 } }, // due messages
    { keys: { to: 1, createdAt: -1, _id: -1 } }, // development outbox
    { keys: { createdAt: 1 }, ttlSeconds: 7 * 86_400 },
  ],
)

export const messageStore = (db: Database) => {
  const messages = db.global(messageCollection)
  return {
    insert: (message: MessageRecord & { id: Id }) => messages().insert(message),
    listNewest: (to: string | undefined, limit: number) =>
      messages().find(to ? { to } : {}, { sort: { createdAt: -1, id: -1 }, limit }),

    /** Claims the next due message of a channel until `until`; returns null when none is due. */
    claimIf: (
      channel: MessageRecord['channel'],
      now: Date,
      maxRetryMs: number,
      until: Date,
    ): Promise<StoredMessage | null> =>
      messages().updateIf(
        { channel, status: 'queued', ...overdue('dueAt', now, maxRetryMs) },
        { $set: { dueAt: until }, $inc: { tries: 1 } },
        { sort: { dueAt: 1 } },
      ),
    markSent: (id: Id, { keepsText }: { keepsText: boolean }) =>
      messages().update({ id }, { status: 'sent', ...(!keepsText && { sealed: null }) }),
    retryAt: (id: Id, dueAt: Date) => messages().update({ id }, { dueAt }),
    markFailed: (id: Id) => messages().update({ id }, { status: 'failed', sealed: null }),
  }
}
export type MessageStore = ReturnType<typeof messageStore>
