import { localDay } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import type { FinanceDeps } from '../deps.ts'

/** Returns the day of an instant in the workspace's time zone. */
export const dayIn = async (
  workspaces: FinanceDeps['workspaces'],
  workspaceId: Id,
  at: string | Date,
): Promise<CalendarDate> => {
  const workspace = await workspaces.find(workspaceId)
  return localDay(new Date(at), workspace?.settings.timeZone ?? 'UTC')
}
