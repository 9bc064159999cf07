import { isServedOn } from '@wp/http'
import { hashSecret, invalid, newId, newSecret, notFound, parseTimeOfDay } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import type { IncomingHttpHeaders } from 'node:http'
import { combineBuffers } from '../availability/availability.rules.ts'
import type { StoredBookingPage } from '../booking-pages/booking-page.store.ts'
import type { SchedulingDeps } from '../deps.ts'
import { checkRequired, mergeFieldValues, toStoredValues, toUniqueFieldError } from '../fields/field.rules.ts'
import { announceBooking, announceCancellation, announceChange } from '../sessions/session-message.actions.ts'
import { claimDays, dayQueue } from '../sessions/session.actions.ts'
import { publishSessionChanged } from '../sessions/session.events.ts'
import { durationFor, hasMoved, localMinute, timeAt, toInterval } from '../sessions/session.rules.ts'
import type { StoredSession } from '../sessions/session.store.ts'
import type { NewBooking, NewTime } from './online-booking.contract.ts'
import {
  checkDeadline,
  checkOpen,
  checkStaffChoice,
  contactKeysOf,
  deadlineOf,
  publicFieldsOf,
  requireFree,
} from './online-booking.rules.ts'
import type { BookingOnPage, FoundBooking, OpenPage } from './online-booking.view.ts'
import { checkOpenBookings, createCustomer, mergeCustomer } from './online-customer.actions.ts'
import { listOnlineDays } from './online-slot.actions.ts'
import type { SlotQuery } from './online-slot.actions.ts'
import { getOfferedService } from './public-page.actions.ts'

export type OnlineDeps = Pick<
  SchedulingDeps,
  | 'db'
  | 'clock'
  | 'workspaces'
  | 'bookingPages'
  | 'bookingContacts'
  | 'clients'
  | 'offeredServices'
  | 'staff'
  | 'fields'
  | 'holidays'
  | 'sessions'
  | 'sessionReminders'
  | 'sessionView'
  | 'messageLinks'
  | 'toBookingUrl'
>

/**
 * Books a slot in one transaction: checks that it is still free, claims its days, and stores and publishes
 * client and session. A form's key becomes the booking's token, so submitting a form twice creates only one
 * booking.
 */
export const createOnlineBooking = async (
  deps: OnlineDeps,
  { page, workspace }: OpenPage,
  body: NewBooking,
  formKey?: string,
): Promise<{ session: StoredSession; token: string }> => {
  const token = formKey ?? newSecret()
  const tokenHash = hashSecret(token)
  const id = newId()
  const write = () =>
    deps.db.transaction(
      async (tx) => {
        const booked =
          formKey === undefined ? null : await deps.sessions.findOnlineByToken(page.workspaceId, tokenHash)
        if (booked) return booked
        const now = deps.clock.now()
        checkOpen(workspace, page, now)
        checkStaffChoice(page, body.staffId)
        const service = await getOfferedService(deps, page, body.serviceId)
        const durationMinutes = durationFor(null, [service])
        const contactKeys = contactKeysOf(body.customer)
        await checkOpenBookings(deps, page, contactKeys, localMinute(now, workspace.settings.timeZone))
        const time = await claimSlot(deps, { page, workspace }, body, {
          serviceIds: [service.id],
          buffers: service,
          durationMinutes,
        })
        const answers = await resolveAnswers(deps, page, id, body)
        const client = await createCustomer(deps, tx, workspace.id, body.customer)
        const stored = await deps.sessions.insert(workspace.id, {
          id,
          name: service.name,
          status: 'scheduled',
          questionCategory: null,
          clientId: client.id,
          clientName: client.name,
          services: [{ serviceId: service.id, name: service.name }],
          durationMinutes,
          ...time,
          ...answers,
          notes:
            body.note === null
              ? []
              : [
                  {
                    id: newId(),
                    body: body.note,
                    authorId: client.id,
                    authorName: client.name,
                    createdAt: now,
                  },
                ],
          attachments: [],
          invoice: null,
          source: 'online',
          tokenHash,
          contactKeys,
        })
        publishSessionChanged(deps, tx, 'created', stored)
        await announceBooking(deps, tx, workspace, stored, client)
        return stored
      },
      { queue: dayQueue(workspace.id, body.staffId ?? null, body.date) },
    )
  return { session: await onConflict(write, toUniqueFieldError), token }
}

/** Moves a booking to another slot. Moving it to its current time has no effect. */
export const rescheduleOnlineBooking = (
  deps: OnlineDeps,
  { page, workspace, session: { id, staffId: bookedStaffId } }: FoundBooking,
  body: NewTime,
): Promise<StoredSession> => {
  const { date, startTime, staffId } = body
  const move = async (tx: Tx) => {
    const before = await deps.sessions.get(workspace.id, id)
    const isSameStaff = staffId === undefined || staffId === before.staffId
    const isSame = date === before.date && startTime === timeAt(before.startMinute) && isSameStaff
    if (isSame && before.status === 'scheduled') return before
    checkOpen(workspace, page, deps.clock.now())
    checkStaffChoice(page, staffId)
    checkChangeable(deps, { page, workspace, session: before })
    const time = await claimSlot(
      deps,
      { page, workspace },
      body,
      {
        serviceIds: before.services.map(({ serviceId }) => serviceId),
        buffers: combineBuffers(await deps.offeredServices.listBooked(workspace.id, before.services)),
        durationMinutes: before.durationMinutes,
        except: id,
      },
      before.staffId,
    )
    if (!hasMoved(before, { ...before, ...time })) return before
    const moved = await deps.sessions.update(workspace.id, id, time)
    publishSessionChanged(deps, tx, 'updated', moved)
    await announceChange(deps, tx, workspace, before, moved)
    return moved
  }
  return deps.db.transaction(move, { queue: dayQueue(workspace.id, staffId ?? bookedStaffId, date) })
}

/** Cancels a booking. Cancelling it again has no effect. */
export const cancelOnlineBooking = (
  deps: OnlineDeps,
  { page, workspace, session: { id } }: FoundBooking,
): Promise<StoredSession> =>
  deps.db.transaction(async (tx) => {
    const before = await deps.sessions.get(workspace.id, id)
    if (before.status === 'cancelled') return before
    checkChangeable(deps, { page, workspace, session: before })
    const cancelled = await deps.sessions.update(workspace.id, id, { status: 'cancelled' })
    publishSessionChanged(deps, tx, 'status_changed', cancelled)
    await announceCancellation(deps, tx, workspace, before)
    return cancelled
  })

/** Uses the contact proven by a message's token. Throws NOT_FOUND for another token. */
export const confirmBookingContact = (
  deps: OnlineDeps,
  { workspace, session: { id }, proven }: FoundBooking,
): Promise<StoredSession> => {
  if (!proven) throw notFound('Booking')
  return deps.db.transaction(async (tx) =>
    mergeCustomer(deps, tx, await deps.sessions.get(workspace.id, id), proven),
  )
}

/**
 * Returns the booking for its own token or for the token of a message about it. Throws NOT_FOUND otherwise.
 */
export const getOnlineBooking = async (
  deps: OnlineDeps,
  bookingId: Id,
  token: string,
  headers: IncomingHttpHeaders,
): Promise<FoundBooking> => {
  const session = await deps.sessions.findOnline(bookingId)
  const page = session && (await deps.bookingPages.find(session.workspaceId))
  const workspace = session && (await deps.workspaces.find(session.workspaceId))
  if (!session || !page || !workspace || !isServedOn(headers, workspace.id)) throw notFound('Booking')
  const hash = hashSecret(token)
  if (session.tokenHash === hash) return { page, workspace, session, proven: null }
  const { link } = await deps.messageLinks.getMessageLink({ hash })
  if (!link || link.recordId !== bookingId || link.workspaceId !== workspace.id) throw notFound('Booking')
  const { channel, recipient } = link
  return { page, workspace, session, proven: channel && recipient ? { channel, recipient } : null }
}

const checkChangeable = ({ clock }: Pick<OnlineDeps, 'clock'>, found: BookingOnPage): void => {
  const { status } = found.session
  if (status !== 'scheduled') throw invalid('status', `must be scheduled, but is ${status}`)
  checkDeadline(deadlineOf(found), clock.now())
}

/**
 * Checks in the transaction that a slot is free, and claims its days including the buffers, so that two bookings that
 * could collide write the same document. Returns the time and the staff member, preferably `preferredId`.
 */
const claimSlot = async (
  deps: OnlineDeps,
  { page, workspace }: OpenPage,
  { date, startTime, staffId }: NewTime,
  query: Omit<SlotQuery, 'from' | 'to' | 'staffId'>,
  preferredId: Id | null = null,
) => {
  const [day] = await listOnlineDays(deps, workspace, page, { ...query, staffId, from: date, to: date })
  const { staffIds } = requireFree(day?.slots.find(({ start }) => start === parseTimeOfDay(startTime)))
  const chosen = staffIds.find((id) => id === preferredId) ?? staffIds[0] ?? null
  const member = chosen === null ? null : await deps.staff.getBookable(workspace.id, chosen)
  const interval = toInterval(date, startTime, query.durationMinutes)
  await claimDays(deps, workspace.id, chosen, {
    startMinute: interval.startMinute - (query.buffers.bufferBeforeMinutes ?? 0),
    endMinute: interval.endMinute + (query.buffers.bufferAfterMinutes ?? 0),
  })
  return { date, ...interval, staffId: member?.id ?? null, staffName: member?.name ?? null }
}

/** Returns the answers of a customer, who can only answer public fields. */
const resolveAnswers = async (
  { fields }: OnlineDeps,
  page: StoredBookingPage,
  id: Id,
  { fieldValues }: NewBooking,
) => {
  const definitions = publicFieldsOf(page, await fields.listDefinitions(page.workspaceId, 'sessions'))
  const values = mergeFieldValues(definitions, [], fieldValues)
  checkRequired(definitions, values)
  return toStoredValues(id, definitions, values)
}
