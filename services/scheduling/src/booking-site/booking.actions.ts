import { AppError, isId } from '@wp/kernel'
import { addressOf } from '@wp/public-pages'
import type { IncomingHttpHeaders } from 'node:http'
import { combineBuffers } from '../availability/availability.rules.ts'
import {
  cancelOnlineBooking,
  confirmBookingContact,
  getOnlineBooking,
  rescheduleOnlineBooking,
} from '../online-bookings/online-booking.actions.ts'
import type { OnlineDeps } from '../online-bookings/online-booking.actions.ts'
import { NewTime } from '../online-bookings/online-booking.contract.ts'
import { deadlineOf } from '../online-bookings/online-booking.rules.ts'
import type { FoundBooking } from '../online-bookings/online-booking.view.ts'
import { toOnlineBooking } from '../online-bookings/online-booking.view.ts'
import type { StoredSession } from '../sessions/session.store.ts'
import { bookingError, formError } from './booking-form.rules.ts'
import { asPage, loadCalendar, notFoundPage } from './booking-site.actions.ts'
import type { OpenSite, SitePage, TimeQuery } from './booking-site.actions.ts'
import { toBookingPage } from './booking.view.ts'

export type BookingRequest = {
  bookingId: string
  token: string
  headers: IncomingHttpHeaders
}

type Redirect = { status: 303; location: string }

/** Finds the booking of a request; null when it does not exist, belongs to another page, or the token is wrong. */
const findBooking = async (
  deps: OnlineDeps,
  { page }: OpenSite,
  { bookingId, token, headers }: BookingRequest,
): Promise<FoundBooking | null> => {
  if (!isId(bookingId) || token === '') return null
  try {
    const found = await getOnlineBooking(deps, bookingId, token, headers)
    return found.page.workspaceId === page.workspaceId ? found : null
  } catch (error) {
    if (error instanceof AppError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

type BookingQuery = TimeQuery & { done?: string | undefined; move?: string | undefined }

/** Shows a booking and, when the customer wants to move it, the slots. */
export const showBooking = async (
  deps: OnlineDeps,
  open: OpenSite,
  request: BookingRequest,
  query: BookingQuery,
): Promise<SitePage<200 | 404>> => {
  const found = await findBooking(deps, open, request)
  return found ? asPage(open, 200, await render(deps, open, request, found, query, null)) : notFoundPage(open)
}

const render = async (
  deps: OnlineDeps,
  open: OpenSite,
  { token }: BookingRequest,
  found: FoundBooking,
  query: BookingQuery,
  error: string | null,
): Promise<string> => {
  const { session } = found
  const now = deps.clock.now()
  const booking = toOnlineBooking(found)
  const isChangeable = session.status === 'scheduled' && now < deadlineOf(found)
  const client = found.proven ? await deps.clients.find(session.workspaceId, session.clientId) : null
  return toBookingPage(open.site, {
    booking,
    visit: {
      service: {
        ...booking.service,
        durationMinutes: session.durationMinutes,
        price: null,
        currencyCode: '',
      },
      staffName: session.staffName,
      day: session.date,
      start: session.startMinute % 1440,
      changeUntil: null,
    },
    token,
    done: query.done,
    error,
    isChangeable,
    calendar: isChangeable && query.move ? await loadFreeTimes(deps, open, session, query) : null,
    canConfirm: Boolean(client?.possibleDuplicateOf),
    now,
  })
}

/** Loads the slots to which a booking can be moved, treating its own time as free. */
const loadFreeTimes = async (deps: OnlineDeps, open: OpenSite, session: StoredSession, query: TimeQuery) => {
  const services = await deps.offeredServices.listBooked(session.workspaceId, session.services)
  return loadCalendar(
    deps,
    open,
    {
      serviceIds: session.services.map(({ serviceId }) => serviceId),
      buffers: combineBuffers(services),
      durationMinutes: session.durationMinutes,
      except: session.id,
    },
    query,
  )
}

/** Moves a booking to the time of the form. Redirects to the booking, or shows it again with the error. */
export const moveFromForm = async (
  deps: OnlineDeps,
  open: OpenSite,
  request: BookingRequest,
  body: Uint8Array,
): Promise<Redirect | SitePage<404 | 422>> => {
  const form = new URLSearchParams(Buffer.from(body).toString('utf8'))
  const date = form.get('date') ?? ''
  const parsed = NewTime.safeParse({ date, startTime: form.get('startTime') ?? '' })
  const found = await findBooking(deps, open, request)
  if (!found) return notFoundPage(open)
  const error = parsed.success
    ? await errorOf(open, rescheduleOnlineBooking(deps, found, parsed.data))
    : formError(open.site.language, [])
  if (error === null) return redirect(open, request, 'moved')
  return asPage(open, 422, await render(deps, open, request, found, { move: '1', day: date }, error))
}

export const cancelFromForm = async (
  deps: OnlineDeps,
  open: OpenSite,
  request: BookingRequest,
): Promise<Redirect | SitePage<404 | 422>> => {
  const found = await findBooking(deps, open, request)
  if (!found) return notFoundPage(open)
  const error = await errorOf(open, cancelOnlineBooking(deps, found))
  if (error === null) return redirect(open, request, 'cancelled')
  return asPage(open, 422, await render(deps, open, request, found, {}, error))
}

/** Confirms the contact of the customer. Only the link in a message allows it. */
export const confirmFromForm = async (
  deps: OnlineDeps,
  open: OpenSite,
  request: BookingRequest,
): Promise<Redirect | SitePage<404>> => {
  const found = await findBooking(deps, open, request)
  if (!found?.proven) return notFoundPage(open)
  await confirmBookingContact(deps, found)
  return redirect(open, request, 'proven')
}

const redirect = ({ site }: OpenSite, { bookingId, token }: BookingRequest, done: string): Redirect => ({
  status: 303,
  location: addressOf(site, { path: `/bookings/${bookingId}`, query: { token, done } }),
})

/** Returns the message for the customer when a change is rejected; null when it succeeds. */
const errorOf = async ({ site }: OpenSite, change: Promise<unknown>): Promise<string | null> => {
  try {
    await change
    return null
  } catch (error) {
    const message = bookingError(site.language, error)
    if (message === null) throw error
    return message
  }
}
