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
    { keys: { tokenHash: 1 }, unique: true },
  ],
  {
    unsharded:
      'Finds the workspace of a feed, whose token is unique on the whole platform; one small record per staff member.',
    onePer: 'staff member',
  },
)

export const calendarFeedStore = (db: Database) => {
  const feeds = db.tenant(calendarFeedCollection)
  // Not limited to one workspace, because the public URL contains no workspace id.
  const allFeeds = db.global(calendarFeedCollection)
  return {
    findByHash: (tokenHash: string) => allFeeds().findOne({ tokenHash }),
    replace: (workspaceId: Id, staffId: Id, tokenHash: string) =>
      feeds(workspaceId).upsert({ staffId }, { tokenHash }),
    remove: (workspaceId: Id, staffId: Id) => feeds(workspaceId).remove({ staffId }),
    removeIf: (workspaceId: Id, staffId: Id) => feeds(workspaceId).removeIf({ staffId }),
  }
}
