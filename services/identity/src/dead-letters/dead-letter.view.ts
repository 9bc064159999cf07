import type { DeadLetter } from '@wp/bus'

/** Omits the data of the event, which may be private to a workspace. */
export const toDeadLetter = ({ event, ...letter }: DeadLetter) => ({
  ...letter,
  eventId: event.id,
  eventType: event.type,
  workspaceId: event.workspaceId,
})
