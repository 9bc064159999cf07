import { DateOrTimestamp, IdString, TimeOfDay } from '@wp/kernel'
import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'

export const listAvailability = defineRoute({
  id: 'listAvailability',
  method: 'GET',
  path: '/workspace/:workspaceId/availability',
  summary: "List a day's free slots",
  description:
    "Slots lie within the working hours of the workspace and the staff member (the whole day if none are set) and exclude the staff member's sessions. A holiday has no slots. Times are in the workspace's time zone; a slot that ends at midnight ends at 00:00.",
  tag: 'Availability',
  access: workspace('sessions.view'),
  query: z.object({
    staffId: IdString.optional().describe("If omitted, only the workspace's hours apply"),
    date: DateOrTimestamp.describe('A date, or a timestamp that is converted to its UTC date'),
    durationMinutes: z.coerce.number().int().min(1).max(1440).default(60),
  }),
  replies: {
    200: z.object({ slots: z.array(z.object({ startTime: TimeOfDay, endTime: TimeOfDay })) }),
  },
  fails: [400, 401, 403, 404],
})
