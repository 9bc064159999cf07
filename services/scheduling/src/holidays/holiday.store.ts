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
  { onePer: 'holiday; at most 2,100 per workspace' },
)

const dates = ['anchorDate', 'isRecurring', 'recurrenceRule'] as const

/** Bookings cache holidays, so every change invalidates the cache. */
export const holidayStore = (db: Database, cache: VersionedCache) => {
  const holidays = db.tenant(holidayCollection)
  return {
    list: (workspaceId: Id) => holidays(workspaceId).find(),

    /** Returns the dates of the non-recurring holidays between two days, both inclusive. */
    listSingle: (workspaceId: Id, from: CalendarDate, to: CalendarDate) =>
      holidays(workspaceId).find(
        { isRecurring: false, anchorDate: trusted({ $gte: from, $lte: to }) },
        { select: dates },
      ),
    /** Returns the dates of all recurring holidays. */
    listRecurring: (workspaceId: Id) => holidays(workspaceId).find({ isRecurring: true }, { select: dates }),
    count: (workspaceId: Id, isRecurring: boolean) => holidays(workspaceId).count({ isRecurring }),

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
