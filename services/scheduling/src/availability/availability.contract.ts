import { DateOrTimestamp, IdString, TimeOfDay } from '@wp/kernel'
import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'

export const listAvailability = defineRoute({
  id: 'listAvailability',
  method: 'GET',
  path: '/workspace/:workspaceId/availability',
  summary: 'List free slots of a day',
  description:
    'Within the working hours of the workspace and of the staff member (the whole day if none are set), without the sessions of the staff member; none on a holiday. Times are local times of the workspace; a slot that ends at midnight ends at 00:00.',
  tag: 'Availability',
  access: workspace('sessions.view'),
  query: z.object({
    staffId: IdString.optional().describe('Uses only the hours of the workspace when omitted'),
    date: DateOrTimestamp.describe('The date; a timestamp is converted to its UTC date'),
    durationMinutes: z.coerce.number().int().min(1).max(1440).default(60),
  }),
  replies: {
    200: z.object({ slots: z.array(z.object({ startTime: TimeOfDay, endTime: TimeOfDay })) }),
  },
  fails: [400, 401, 403, 404],
})
