import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
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

export const publishHolidayChanged = (tx: Tx, stored: StoredHoliday, today: CalendarDate): void =>
  tx.publish(HolidayChanged, { workspaceId: stored.workspaceId, data: { holiday: toHoliday(stored, today) } })

export const publishHolidayRemoved = (tx: Tx, workspaceId: Id, holidayId: Id): void =>
  tx.publish(HolidayRemoved, { workspaceId, data: { holidayId } })
