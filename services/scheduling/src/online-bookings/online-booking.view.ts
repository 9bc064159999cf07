import { iso } from '@wp/kernel'
import { addressLines, toPublicBusiness } from '@wp/workspaces'
import type { StoredBookingPage } from '../booking-pages/booking-page.store.ts'
import { toCalendar } from '../calendar-feeds/icalendar.view.ts'
import type { SchedulingWorkspace } from '../deps.ts'
import { timeAt } from '../sessions/session.rules.ts'
import type { StoredSession } from '../sessions/session.store.ts'
import type { OnlineBooking } from './online-booking.contract.ts'
import { deadlineOf } from './online-booking.rules.ts'

/** A booking page with its workspace. */
export type OpenPage = { page: StoredBookingPage; workspace: SchedulingWorkspace }

/** A booking with the page and workspace that it belongs to. */
export type BookingOnPage = OpenPage & { session: StoredSession }

/** The address of the message whose link the customer opened. */
export type ProvenContact = { channel: string; recipient: string }

/** A booking that was found by a token, and the contact that the token proves, if any. */
export type FoundBooking = BookingOnPage & { proven: ProvenContact | null }

export const toOnlineBooking = (found: BookingOnPage): OnlineBooking => {
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
export const toBookingCalendar = ({ workspace, session }: BookingOnPage): string => {
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
