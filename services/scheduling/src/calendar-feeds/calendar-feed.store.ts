import type { Id } from '@wp/kernel'
import { collection } from '@wp/mongo'
import type { Database } from '@wp/mongo'

type CalendarFeed = { workspaceId: Id; staffId: Id; tokenHash: string }

export const calendarFeedCollection = collection<CalendarFeed>(
  'calendar_feeds',
  'Calendar feed',
  { staffId: String, tokenHash: String },
  [
    { keys: { workspaceId: 1, staffId: 1 }, unique: true },
    { keys: { tokenHash: 1 }, unique: true }, // the public address names no workspace
  ],
)

export const calendarFeedStore = (db: Database) => {
  const own = db.tenant(calendarFeedCollection)
  const everywhere = db.global(calendarFeedCollection)
  return {
    findByHash: (tokenHash: string) => everywhere().findOne({ tokenHash }),
    replace: (workspaceId: Id, staffId: Id, tokenHash: string) =>
      own(workspaceId).upsert({ staffId }, { tokenHash }),
    remove: (workspaceId: Id, staffId: Id) => own(workspaceId).removeIf({ staffId }),
  }
}
