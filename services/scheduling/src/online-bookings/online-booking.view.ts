import { iso } from '@wp/kernel'
import { addressLines, toPublicBusiness } from '@wp/workspaces'
import { toCalendar } from '../calendar-feeds/icalendar.view.ts'
import { timeAt } from '../sessions/session.rules.ts'
import { deadlineOf } from './online-booking.actions.ts'
import type { FoundBooking } from './online-booking.actions.ts'
import type { OnlineBooking } from './online-booking.contract.ts'

type Shown = Omit<FoundBooking, 'proven'>

export const toOnlineBooking = (found: Shown): OnlineBooking => {
  const { workspace, session } = found
  const { services, staffId, staffName, startMinute, endMinute } = session
  return {
    id: session.id,
    date: session.date,
    startTime: timeAt(startMinute),
    endTime: timeAt(endMinute),
    timeZone: workspace.settings.timeZone,
    service: { id: services[0]!.serviceId, name: services.map(({ name }) => name).join(', ') },
    staff: staffId === null ? null : { id: staffId, name: staffName ?? '' },
    status: session.status,
    changeableUntil: iso(deadlineOf(found)),
  }
}

/** Returns the booking as an iCalendar document for the customer. */
export const toBookingCalendar = ({ workspace, session }: Shown): string => {
  const business = toPublicBusiness(workspace)
  const name = business.name ?? ''
  const service = session.services.map((each) => each.name).join(', ')
  return toCalendar(name, workspace.settings.timeZone, [
    {
      ...session,
      name: name === '' ? service : `${service} – ${name}`,
      clientName: session.staffName ?? name,
      services: [],
      location: addressLines(business, workspace.languages[0]!).join(', '),
      isCancelled: session.status === 'cancelled',
    },
  ])
}
