import { DateOrTimestamp, IdString, TimeOfDay } from '@wp/kernel'
import { defineRoute, workspace } from '@wp/http'
import { z } from 'zod'

export const listAvailability = defineRoute({
  id: 'listAvailability',
  method: 'GET',
  path: '/workspace/:workspaceId/availability',
  summary: "List a day's free slots",
  description:
    "Slots lie within the working hours of the workspace and of a staff member who performs the service (the whole day if none are set) and exclude the member's sessions with the buffers of their services. `staffIds` lists the members who are free. A workspace without staff has slots in its own hours. Holidays and the past have no slots. Times are in the workspace's time zone; a slot that ends at midnight ends at 00:00.",
  tag: 'Availability',
  access: workspace('sessions.view'),
  query: z.object({
    staffId: IdString.optional().describe('If omitted, any staff member who performs the service'),
    serviceId: IdString.optional().describe(
      'The slots use the duration and buffers of this service, and only members who perform it are listed',
    ),
    date: DateOrTimestamp.describe('A date, or a timestamp that is converted to its UTC date'),
    durationMinutes: z.coerce
      .number()
      .int()
      .min(1)
      .max(1440)
      .optional()
      .describe("Defaults to the service's duration, otherwise to 60"),
  }),
  replies: {
    200: z.object({
      slots: z.array(z.object({ startTime: TimeOfDay, endTime: TimeOfDay, staffIds: z.array(IdString) })),
    }),
  },
  fails: [400, 401, 403, 404],
})
