import { AppError, formatTimeOfDay, newSecret, toDay } from '@wp/kernel'
import { retryAfterConflict } from '@wp/mongo'
import { addressOf, isFormKey } from '@wp/public-pages'
import { textsFor } from '@wp/texts'
import { performs } from '../availability/availability.rules.ts'
import { createOnlineBooking } from '../online-bookings/online-booking.actions.ts'
import type { OnlineDeps } from '../online-bookings/online-booking.actions.ts'
import { NewBooking } from '../online-bookings/online-booking.contract.ts'
import type { PublicBookingPage } from '../online-bookings/online-booking.contract.ts'
import { changeDeadline } from '../online-bookings/online-booking.rules.ts'
import { getOfferedService, showPage } from '../online-bookings/public-page.actions.ts'
import { timeAt, toInterval } from '../sessions/session.rules.ts'
import type { StoredSession } from '../sessions/session.store.ts'
import { zoneClock } from '../time-zones/time-zone.rules.ts'
import { bookingError, formError, readBookingForm, toNewBooking } from './booking-form.rules.ts'
import type { BookingForm } from './booking-form.rules.ts'
import { asPage, loadCalendar } from './booking-site.actions.ts'
import type { OpenSite, SitePage, TimeQuery } from './booking-site.actions.ts'
import type { Calendar } from './calendar.view.ts'
import { toStepsPage } from './steps.view.ts'
import type { Steps } from './steps.view.ts'

export type StepsQuery = TimeQuery & { service?: string | undefined; staff?: string | undefined }

/** The rejected form, and the reason. */
type Rejection = { form: BookingForm; error: string }

/** Shows the choices that a visitor has made and the next one. */
export const showSteps = async (
  deps: OnlineDeps,
  open: OpenSite,
  query: StepsQuery,
  rejection: Rejection | null = null,
): Promise<string> => {
  const data = await showPage(deps, open)
  const { services, fields } = data
  const service =
    services.find(({ id }) => id === query.service) ?? (services.length === 1 ? services[0]! : null)
  const members = service ? data.staff.filter((member) => performs(member, service.id)) : []
  const staff = chooseStaff(members, query.staff)
  const calendar =
    service && (members.length === 0 || staff !== null)
      ? await loadCalendar(
          deps,
          open,
          {
            serviceIds: [service.id],
            buffers: await getOfferedService(deps, open.page, service.id),
            durationMinutes: service.durationMinutes,
            ...(staff !== null && staff !== 'anyone' && { staffId: staff.id }),
          },
          query,
        )
      : null
  const now = deps.clock.now()
  const visit = { service, staffName: staffNameOf(open, staff), ...timeOf(open, calendar, now) }
  const details =
    service && calendar && calendar.day !== null && calendar.start !== null
      ? {
          key: newSecret(),
          hidden: {
            serviceId: service.id,
            ...(staff !== null && staff !== 'anyone' && { staffId: staff.id }),
            date: calendar.day,
            startTime: formatTimeOfDay(calendar.start),
          },
          fields,
          form: rejection?.form ?? null,
          error: rejection?.error ?? null,
        }
      : null
  return toStepsPage(open.site, {
    services,
    service,
    members,
    staff,
    calendar,
    visit,
    details,
    error: rejection?.error ?? null,
    now,
  })
}

type Member = PublicBookingPage['staff'][number]

const chooseStaff = (members: readonly Member[], asked: string | undefined): Steps['staff'] => {
  if (members.length === 1) return members[0]!
  return members.find(({ id }) => id === asked) ?? (members.length > 0 && asked === 'any' ? 'anyone' : null)
}

const staffNameOf = ({ site }: OpenSite, staff: Steps['staff']): string | null => {
  if (staff === null) return null
  return staff === 'anyone' ? textsFor(site.language).booking.anyone : staff.name
}

const timeOf = ({ page, site }: OpenSite, calendar: Calendar | null, now: Date) => {
  if (!calendar || calendar.day === null || calendar.start === null)
    return { day: null, start: null, changeUntil: null }
  const { startMinute } = toInterval(calendar.day, formatTimeOfDay(calendar.start), 1)
  const changeUntil = changeDeadline(page, zoneClock(site.timeZone)(startMinute))
  return { day: calendar.day, start: calendar.start, changeUntil: changeUntil > now ? changeUntil : null }
}

/** Books from the form. Redirects to the booking, or shows the form again with the error. */
export const bookFromForm = async (
  deps: OnlineDeps,
  open: OpenSite,
  body: Uint8Array,
): Promise<SitePage<422> | { status: 303; location: string }> => {
  const { language } = open.site
  const form = readBookingForm(Buffer.from(body).toString('utf8'))
  const { fields } = await showPage(deps, open)
  const given = toNewBooking(form, fields, language)
  const reject = async (error: string) => {
    const query = {
      service: form.serviceId,
      staff: form.staffId || 'any',
      day: form.date,
      time: form.startTime,
    }
    return asPage(open, 422, await showSteps(deps, open, query, { form, error }))
  }
  const parsed = NewBooking.safeParse(given)
  if (!parsed.success)
    return reject(
      formError(
        language,
        parsed.error.issues.map(({ path }) => path.join('.')),
      ),
    )
  if (!isFormKey(form.key)) return reject(textsFor(language).booking.sentAlready)
  try {
    const { session } = await retryAfterConflict(() => createOnlineBooking(deps, open, parsed.data, form.key))
    requireSame(session, parsed.data)
    const query = { token: form.key, done: 'booked' }
    return { status: 303, location: addressOf(open.site, { path: `/bookings/${session.id}`, query }) }
  } catch (error) {
    const message = bookingError(language, error, fields, given.fieldValues)
    if (message === null) throw error
    return reject(message)
  }
}

/** Throws unless the form matches the booking that its key already made. */
const requireSame = (session: StoredSession, { serviceId, date, startTime, customer }: NewBooking): void => {
  const isSame =
    session.services[0]?.serviceId === serviceId &&
    session.date === toDay(date) &&
    timeAt(session.startMinute) === startTime &&
    session.clientName === customer.name
  if (!isSame)
    throw new AppError(
      'IDEMPOTENCY_KEY_REUSED',
      'This form was already submitted with different values; reload the page',
    )
}
