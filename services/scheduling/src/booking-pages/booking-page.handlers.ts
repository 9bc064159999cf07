import { reply } from '@wp/http'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { putBookingPage } from './booking-page.actions.ts'
import * as routes from './booking-page.contract.ts'
import { toBookingPage } from './booking-page.view.ts'

export const bookingPageHandlers = (deps: SchedulingDeps) => [
  handle(routes.getBookingPage, async ({ workspaceId }) =>
    reply(200, { bookingPage: toBookingPage(await deps.bookingPages.get(workspaceId)) }),
  ),

  handle(routes.putBookingPage, async ({ workspaceId, body }) =>
    reply(200, { bookingPage: toBookingPage(await putBookingPage(deps, workspaceId, body)) }),
  ),
]
