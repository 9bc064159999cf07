import type { Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database } from '@wp/mongo'

/** When the reminders of a session are checked next. Removed when the session starts or is cancelled. */
type SessionReminder = {
  workspaceId: Id
  sessionId: Id
  /** Only reminders planned for after this time are still pending. */
  after: Date
  checkAt: Date
  /** The workspace's version and settings that `checkAt` was computed from. */
  settingsVersion: number
  settingsKey: string
}

export const sessionReminderCollection = collection<SessionReminder>(
  'session_reminders',
  'Reminder',
  { sessionId: String, after: Date, checkAt: Date, settingsVersion: Number, settingsKey: String },
  [
    { keys: { workspaceId: 1, sessionId: 1 }, unique: true },
    { keys: { workspaceId: 1, settingsVersion: 1 } }, // reminders planned with older settings
    { keys: { checkAt: 1, _id: 1 } }, // due reminders in all workspaces
  ],
  { emptiedBy: 'send-reminders' },
)

/** Earlier than any other time, regardless of this process's clock. */
const atOnce = new Date(0)

type Plan = Pick<SessionReminder, 'after' | 'checkAt' | 'settingsVersion' | 'settingsKey'>

export const sessionReminderStore = (db: Database) => {
  const reminders = db.tenant(sessionReminderCollection)
  const allReminders = db.global(sessionReminderCollection)
  return {
    insert: (workspaceId: Id, sessionId: Id, plan: Plan) =>
      reminders(workspaceId).insert({ sessionId, ...plan }),
    replace: (workspaceId: Id, sessionId: Id, plan: Plan) =>
      reminders(workspaceId).upsert({ sessionId }, plan),
    removeIf: (workspaceId: Id, sessionId: Id) => reminders(workspaceId).removeIf({ sessionId }),

    /** Yields the reminders that are due across all workspaces, oldest first. */
    iterateDue: (now: Date, limit: number) =>
      allReminders().iterate(
        { checkAt: trusted({ $lte: now }) },
        { sort: { checkAt: 1, id: 1 }, limit, select: ['workspaceId', 'sessionId', 'checkAt'] },
      ),
    findDue: (workspaceId: Id, sessionId: Id, now: Date) =>
      reminders(workspaceId).findOne({ sessionId, checkAt: trusted({ $lte: now }) }),

    /**
     * Makes reminders due that were planned with different settings from an older version of the workspace.
     */
    recheck: (workspaceId: Id, settingsVersion: number, settingsKey: string) =>
      reminders(workspaceId).updateMany(
        { settingsVersion: trusted({ $lt: settingsVersion }), settingsKey: trusted({ $ne: settingsKey }) },
        { checkAt: atOnce, settingsVersion },
      ),
  }
}
