import { reply } from '@wp/http'
import { toDay } from '@wp/kernel'
import { handle } from '../deps.ts'
import type { SchedulingDeps } from '../deps.ts'
import { listAvailability } from './availability.actions.ts'
import * as routes from './availability.contract.ts'

export const availabilityHandlers = (
  deps: Pick<SchedulingDeps, 'staff' | 'holidays' | 'sessions' | 'offeredServices' | 'clock'>,
) => [
  handle(
    routes.listAvailability,
    async ({ workspace, query: { date, staffId, serviceId, durationMinutes } }) =>
      reply(200, {
        slots: await listAvailability(deps, workspace, {
          day: toDay(date),
          staffId,
          serviceId,
          durationMinutes,
        }),
      }),
  ),
]
