import { defineEvent, definePublicEvent, publishPublicEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'
import { Holiday } from './holiday.contract.ts'
import type { StoredHoliday } from './holiday.store.ts'
import { toHoliday } from './holiday.view.ts'

export const HolidayChanged = defineEvent({
  type: 'wp.scheduling.holiday.changed.v1',
  summary: 'A holiday was created or updated',
  data: z.object({ holiday: Holiday }),
})

export const HolidayRemoved = defineEvent({
  type: 'wp.scheduling.holiday.removed.v1',
  summary: 'A holiday was deleted',
  data: z.object({ holidayId: IdString }),
})

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
): void => {
  const holiday = toHoliday(stored, today)
  tx.publish(HolidayChanged, { workspaceId: stored.workspaceId, data: { holiday } })
  publishPublicEvent(tx, HolidayPublished, verb, stored.workspaceId, holiday)
}

export const publishHolidayRemoved = (tx: Tx, stored: StoredHoliday, today: CalendarDate): void => {
  const { workspaceId, id } = stored
  tx.publish(HolidayRemoved, { workspaceId, data: { holidayId: id } })
  publishPublicEvent(tx, HolidayPublished, 'removed', workspaceId, toHoliday(stored, today))
}
