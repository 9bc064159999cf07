import type { DeadLetter } from '@wp/bus'

/** What happened to the event, not what it says: that may be a workspace's private data. */
export const toDeadLetter = ({ event, ...letter }: DeadLetter) => ({
  ...letter,
  eventId: event.id,
  eventType: event.type,
  workspaceId: event.workspaceId,
})
