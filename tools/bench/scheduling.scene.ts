import { addDays, newId } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'

/** The people whom the sessions of the benchmark name, known to both processes. */
export type Scene = { workspaceId: Id; clientId: Id; serviceId: Id; staffIds: Id[] }

export const newScene = (workspaceId: Id): Scene => ({
  workspaceId,
  clientId: newId(),
  serviceId: newId(),
  staffIds: Array.from({ length: 10 }, newId),
})

/** Twenty sessions on each day, so that a day's answer is the same however many days there are. */
export const dayOfSession = (index: number): CalendarDate => addDays('2027-01-01', Math.floor(index / 20))
