import { definePublicEvent, publishPublicEvent } from '@wp/bus'
import type { CalendarDate } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { Holiday } from './holiday.contract.ts'
import type { StoredHoliday } from './holiday.store.ts'
import { toHoliday } from './holiday.view.ts'

export const HolidayPublished = definePublicEvent({
  service: 'scheduling',
  resource: 'holiday',
  verbs: ['created', 'updated', 'removed'],
  permission: 'holidays.view',
  record: Holiday,
})

export const publishHolidayChanged = (
  tx: Tx,
  verb: 'created' | 'updated',
  stored: StoredHoliday,
  today: CalendarDate,
): void => publishPublicEvent(tx, HolidayPublished, verb, stored.workspaceId, toHoliday(stored, today))

export const publishHolidayRemoved = (tx: Tx, stored: StoredHoliday, today: CalendarDate): void =>
  publishPublicEvent(tx, HolidayPublished, 'removed', stored.workspaceId, toHoliday(stored, today))
