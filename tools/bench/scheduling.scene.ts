import { addDays, newId } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'

/** Ids of the records in the benchmark's sessions, which both processes use. */
export type Scene = { workspaceId: Id; clientId: Id; serviceId: Id; staffIds: Id[] }

export const newScene = (workspaceId: Id): Scene => ({
  workspaceId,
  clientId: newId(),
  serviceId: newId(),
  staffIds: Array.from({ length: 10 }, newId),
})

/**
 * Returns the day of a session. Each day has twenty, so that the reply for a day does not depend on the number of days.
 */
export const dayOfSession = (index: number): CalendarDate => addDays('2027-01-01', Math.floor(index / 20))
