import { defineEvent } from '@wp/bus'
import { IdString } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { z } from 'zod'

export const CalendarFeedChanged = defineEvent({
  type: 'wp.scheduling.calendar-feed.changed.v1',
  summary: "A staff member's calendar feed was created, replaced or deleted",
  data: z.object({ staffId: IdString, isOpen: z.boolean() }),
})

export const publishCalendarFeedChanged = (tx: Tx, workspaceId: Id, staffId: Id, isOpen: boolean): void =>
  tx.publish(CalendarFeedChanged, { workspaceId, data: { staffId, isOpen } })
