import type { DeadLetter } from '@wp/bus'

/** Omits the event data, which may be private to a workspace. */
export const toDeadLetter = ({ event, text: _text, ...letter }: DeadLetter) => ({
  ...letter,
  eventId: event.id,
  eventType: event.type,
  workspaceId: event.workspaceId,
})
