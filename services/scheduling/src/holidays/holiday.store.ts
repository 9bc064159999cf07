import type { CalendarDate, Id } from '@wp/kernel'
import { collection, trusted } from '@wp/mongo'
import type { Database, TenantDoc } from '@wp/mongo'
import type { Holiday } from './holiday.contract.ts'

type HolidayRecord = Pick<Holiday, 'name' | 'anchorDate' | 'isRecurring' | 'recurrenceRule'>
export type StoredHoliday = TenantDoc<HolidayRecord>

export const holidayCollection = collection<HolidayRecord>(
  'holidays',
  'Holiday',
  { name: String, anchorDate: String, isRecurring: Boolean, recurrenceRule: Object },
  [{ keys: { workspaceId: 1, isRecurring: 1, anchorDate: 1 } }],
)

export const holidayStore = (db: Database) => {
  const holidays = db.tenant(holidayCollection)
  return {
    list: (workspaceId: Id) => holidays(workspaceId).find(),

    /** Every holiday that may fall on the day: single ones of that day, recurring ones anchored by then. */
    listPossible: (workspaceId: Id, day: CalendarDate) =>
      holidays(workspaceId).find({
        $or: [
          { isRecurring: false, anchorDate: day },
          { isRecurring: true, anchorDate: trusted({ $lte: day }) },
        ],
      }),

    get: (workspaceId: Id, id: Id) => holidays(workspaceId).get({ id }),
    insert: (workspaceId: Id, holiday: HolidayRecord) => holidays(workspaceId).insert(holiday),
    update: (workspaceId: Id, id: Id, changes: Partial<HolidayRecord>) =>
      holidays(workspaceId).update({ id }, changes),
    remove: (workspaceId: Id, id: Id) => holidays(workspaceId).remove({ id }),
  }
}
