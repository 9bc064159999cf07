import { content, reply } from '@wp/http'
import { formatTimeOfDay } from '@wp/kernel'
import type { IncomingHttpHeaders } from 'node:http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { dayQueue } from '../sessions/session.actions.ts'
import { durationFor } from '../sessions/session.rules.ts'
import {
  cancelOnlineBooking,
  confirmBookingContact,
  createOnlineBooking,
  getOnlineBooking,
  rescheduleOnlineBooking,
} from './online-booking.actions.ts'
import * as routes from './online-booking.contract.ts'
import { checkStaffChoice } from './online-booking.rules.ts'
import { toBookingCalendar, toOnlineBooking } from './online-booking.view.ts'
import type { OpenPage } from './online-booking.view.ts'
import { listOnlineDays } from './online-slot.actions.ts'
import { getEnabledPage, getOfferedService, showPage } from './public-page.actions.ts'

export const onlineBookingHandlers = (deps: SchedulingDeps) => {
  const find = (
    { bookingId }: { bookingId: string },
    { token }: { token: string },
    headers: IncomingHttpHeaders,
  ) => getOnlineBooking(deps, bookingId, token, headers)

  return [
    handle(routes.getPublicBookingPage, async ({ params, headers }) =>
      reply(200, await showPage(deps, await getEnabledPage(deps, params.slug, headers))),
    ),

    handle(routes.listBookingSlots, async ({ params, query, headers }) => {
      const { page, workspace } = await getEnabledPage(deps, params.slug, headers)
      checkStaffChoice(page, query.staffId)
      const service = await getOfferedService(deps, page, query.serviceId)
      const days = await listOnlineDays(deps, workspace, page, {
        ...query,
        serviceIds: [service.id],
        buffers: service,
        durationMinutes: durationFor(null, [service]),
      })
      return reply(200, {
        slots: days.flatMap(({ date, slots }) =>
          slots
            .filter(({ isFree }) => isFree)
            .map(({ start, end, staffIds }) => ({
              date,
              startTime: formatTimeOfDay(start),
              endTime: formatTimeOfDay(end % 1440),
              staffIds: page.allowStaffChoice ? staffIds.slice(0, routes.maxSlotStaff) : [],
            })),
        ),
        timeZone: workspace.settings.timeZone,
      })
    }),

    handle(
      routes.createOnlineBooking,
      async ({ body }, open: OpenPage) => {
        const { session, token } = await createOnlineBooking(deps, open, body)
        return reply(201, { booking: toOnlineBooking({ ...open, session }), token })
      },
      {
        prepare: ({ params, headers }) => getEnabledPage(deps, params.slug, headers),
        queue: ({ body }, { workspace }) => dayQueue(workspace.id, body.staffId ?? null, body.date),
      },
    ),

    handle(routes.getOnlineBooking, async ({ params, query, headers }) =>
      reply(200, { booking: toOnlineBooking(await find(params, query, headers)) }),
    ),

    handle(routes.rescheduleOnlineBooking, async ({ params, query, headers, body }) => {
      const found = await find(params, query, headers)
      const session = await rescheduleOnlineBooking(deps, found, body)
      return reply(200, { booking: toOnlineBooking({ ...found, session }) })
    }),

    handle(routes.cancelOnlineBooking, async ({ params, query, headers }) => {
      const found = await find(params, query, headers)
      const session = await cancelOnlineBooking(deps, found)
      return reply(200, { booking: toOnlineBooking({ ...found, session }) })
    }),

    handle(routes.confirmBookingContact, async ({ params, query, headers }) => {
      const found = await find(params, query, headers)
      const session = await confirmBookingContact(deps, found)
      return reply(200, { booking: toOnlineBooking({ ...found, session }) })
    }),

    handle(routes.getOnlineBookingCalendar, async ({ params, query, headers }) =>
      reply(
        200,
        content('text/calendar; charset=utf-8', toBookingCalendar(await find(params, query, headers))),
      ),
    ),
  ]
}
