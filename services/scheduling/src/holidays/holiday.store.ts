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
  const own = db.tenant(holidayCollection)
  return {
    list: (workspaceId: Id) => own(workspaceId).find(),

    /** Every holiday that may fall on the day: single ones of that day, recurring ones anchored by then. */
    listAround: (workspaceId: Id, day: CalendarDate) =>
      own(workspaceId).find({
        $or: [
          { isRecurring: false, anchorDate: day },
          { isRecurring: true, anchorDate: trusted({ $lte: day }) },
        ],
      }),

    get: (workspaceId: Id, id: Id) => own(workspaceId).get({ id }),
    insert: (workspaceId: Id, holiday: HolidayRecord) => own(workspaceId).insert(holiday),
    update: (workspaceId: Id, id: Id, changes: Partial<HolidayRecord>) =>
      own(workspaceId).updateIf({ id }, changes),
    remove: (workspaceId: Id, id: Id) => own(workspaceId).removeIf({ id }),
  }
}
