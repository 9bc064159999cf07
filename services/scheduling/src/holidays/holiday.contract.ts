import { CalendarDateString, DateOrTimestamp, IdString, nonBlank, Timestamp } from '@wp/kernel'
import { defineRoute, resource, workspace } from '@wp/http'
import { z } from 'zod'

const RecurrenceRule = z.object({
  frequency: z.enum(['daily', 'weekly', 'monthly', 'yearly']),
  dayOfWeek: z
    .int()
    .min(0)
    .max(6)
    .nullable()
    .default(null)
    .describe('0 is Sunday; only for weekly recurrence'),
})

export const Holiday = resource('Holiday', {
  workspaceId: IdString,
  name: z.string(),
  date: Timestamp.describe('For a recurring holiday, its next occurrence'),
  anchorDate: CalendarDateString.describe('The original date, from which occurrences are computed'),
  isRecurring: z.boolean(),
  recurrenceRule: RecurrenceRule.nullable(),
})
export type Holiday = z.output<typeof Holiday>

export const NewHoliday = z
  .object({
    name: nonBlank(200),
    date: DateOrTimestamp,
    isRecurring: z.boolean().default(false),
    recurrenceRule: RecurrenceRule.nullable().default(null),
  })
  .refine((holiday) => !holiday.isRecurring || holiday.recurrenceRule !== null, {
    path: ['recurrenceRule'],
    error: 'is required for a recurring holiday',
  })
export type NewHoliday = z.output<typeof NewHoliday>

export const HolidayChanges = z
  .object({
    name: nonBlank(200),
    date: DateOrTimestamp,
    isRecurring: z.boolean(),
    recurrenceRule: RecurrenceRule.nullable(),
  })
  .partial()
export type HolidayChanges = z.output<typeof HolidayChanges>

const OneHoliday = z.object({ holiday: Holiday })
const path = '/workspace/:workspaceId/holidays'
const one = `${path}/:holidayId` as const
const tag = 'Holidays'

export const listHolidays = defineRoute({
  id: 'listHolidays',
  method: 'GET',
  path,
  summary: 'List holidays',
  description:
    'Sorted by date, earliest first; recurring holidays use their next occurrence from today (UTC).',
  tag,
  access: workspace('holidays.view', { subscription: 'required' }),
  badId: 404, // the specification lists no 400 response for this route
  replies: { 200: z.object({ holidays: z.array(Holiday) }) },
  fails: [401, 403, 404],
})

export const createHoliday = defineRoute({
  id: 'createHoliday',
  method: 'POST',
  path,
  summary: 'Create a holiday',
  tag,
  access: workspace('holidays.manage'),
  body: NewHoliday,
  replies: { 201: OneHoliday },
  fails: [400, 401, 403, 404, 409, 422],
})

export const getHoliday = defineRoute({
  id: 'getHoliday',
  method: 'GET',
  path: one,
  summary: 'Get a holiday',
  description: 'For a recurring holiday, the date is its next occurrence.',
  tag,
  access: workspace('holidays.view', { subscription: 'required' }),
  replies: { 200: OneHoliday },
  fails: [400, 401, 403, 404],
})

export const updateHoliday = defineRoute({
  id: 'updateHoliday',
  method: 'PATCH',
  path: one,
  summary: 'Update a holiday',
  description: 'Occurrences are computed from the new date.',
  tag,
  access: workspace('holidays.manage'),
  body: HolidayChanges,
  replies: { 200: OneHoliday },
  fails: [400, 401, 403, 404, 422],
})

export const deleteHoliday = defineRoute({
  id: 'deleteHoliday',
  method: 'DELETE',
  path: one,
  summary: 'Delete a holiday',
  tag,
  access: workspace('holidays.manage'),
  replies: { 204: null },
  fails: [400, 401, 403, 404],
})
