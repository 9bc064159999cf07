import type { CalendarDate, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, VersionedCache, TenantDoc } from '@wp/mongo'
import type { Holiday } from './holiday.contract.ts'

type HolidayRecord = Pick<Holiday, 'name' | 'anchorDate' | 'isRecurring' | 'recurrenceRule'>
export type StoredHoliday = TenantDoc<HolidayRecord>

export const holidayCollection = collection<HolidayRecord>(
  'holidays',
  'Holiday',
  { name: String, anchorDate: String, isRecurring: Boolean, recurrenceRule: Object },
  [{ keys: { workspaceId: 1, isRecurring: 1, anchorDate: 1 } }],
)

/** Bookings cache holidays, so every change invalidates the cache. */
export const holidayStore = (db: Database, cache: VersionedCache) => {
  const holidays = db.tenant(holidayCollection)
  return {
    list: (workspaceId: Id) => holidays(workspaceId).find(),

    /**
     * Returns holidays that may fall on a day or between two days: non-recurring ones in the range, and recurring
     * ones that start before its end.
     */
    listPossible: (workspaceId: Id, from: CalendarDate, to: CalendarDate = from) =>
      holidays(workspaceId).find({
        $or: [
          { isRecurring: false, anchorDate: trusted({ $gte: from, $lte: to }) },
          { isRecurring: true, anchorDate: trusted({ $lte: to }) },
        ],
      }),

    get: (workspaceId: Id, id: Id) => holidays(workspaceId).get({ id }),
    insert: async (workspaceId: Id, holiday: HolidayRecord) => {
      await cache.invalidate(workspaceId)
      return holidays(workspaceId).insert(holiday)
    },
    update: async (workspaceId: Id, id: Id, changes: Partial<HolidayRecord>) => {
      await cache.invalidate(workspaceId)
      return holidays(workspaceId).update({ id }, changes)
    },
    remove: async (workspaceId: Id, id: Id) => {
      await cache.invalidate(workspaceId)
      return holidays(workspaceId).remove({ id })
    },
  }
}
