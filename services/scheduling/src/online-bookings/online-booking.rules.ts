import { AppError, hasEnded, invalid } from '@wp/kernel'
import type { BookingPage } from '../booking-pages/booking-page.contract.ts'
import { schedulingErrors } from '../errors.ts'
import type { FieldDefinition } from '../fields/field.rules.ts'
import { zoneClock } from '../time-zones/time-zone.rules.ts'
import type { OnlineSlot } from './online-slot.rules.ts'

/**
 * Throws CLOSED when the workspace no longer exists, its subscription has ended, or its page is turned off.
 */
export const checkOpen = (
  workspace: { subscriptionEndDate: Date | null } | null,
  page: Pick<BookingPage, 'isEnabled'>,
  now: Date,
): void => {
  if (!workspace || !page.isEnabled || hasEnded(workspace.subscriptionEndDate, now))
    throw new AppError(
      'CLOSED',
      'This business is not accepting online bookings right now; contact it or try again later',
    )
}

/** Throws 422 when customers of the page cannot choose a staff member. */
export const checkStaffChoice = (
  { allowStaffChoice }: Pick<BookingPage, 'allowStaffChoice'>,
  staffId: string | undefined,
): void => {
  if (staffId !== undefined && !allowStaffChoice)
    throw invalid('staffId', 'cannot be chosen on this booking page')
}

/** Returns the slot if it is free. Throws 422 otherwise, with SESSION_CONFLICT when someone else has it. */
export const requireFree = (slot: OnlineSlot | undefined): OnlineSlot => {
  if (!slot) throw invalid('startTime', 'must be the start of an offered slot')
  if (!slot.isFree)
    throw new AppError(schedulingErrors.SESSION_CONFLICT, 'This time is already taken; choose another one', {
      details: [{ path: 'startTime', message: 'is already taken' }],
    })
  return slot
}

/** Returns the time until which a customer can move or cancel a booking that starts at `startAt`. */
export const changeDeadline = (
  { changeUntilMinutes }: Pick<BookingPage, 'changeUntilMinutes'>,
  startAt: Date,
): Date => new Date(startAt.getTime() - changeUntilMinutes * 60_000)

/** Returns the time until which a customer can move or cancel a booking. */
export const deadlineOf = ({ page, workspace, session }: BookingTime): Date =>
  changeDeadline(page, zoneClock(workspace.settings.timeZone)(session.startMinute))

type BookingTime = {
  page: Pick<BookingPage, 'changeUntilMinutes'>
  workspace: { settings: { timeZone: string } }
  session: { startMinute: number }
}

/** Throws TOO_LATE when a customer can no longer move or cancel a booking. */
export const checkDeadline = (deadline: Date, now: Date): void => {
  if (now >= deadline)
    throw new AppError(
      schedulingErrors.TOO_LATE,
      'This booking can no longer be changed online; contact the business',
    )
}

/** Returns the keys that count a customer's bookings. Phone numbers are compared by their digits. */
export const contactKeysOf = ({ email, phone }: { email: string | null; phone: string | null }): string[] => [
  ...(email === null ? [] : [`email:${email}`]),
  ...(phone === null ? [] : [`phone:${phone.replaceAll(/\D/g, '').replace(/^00/, '') || phone}`]),
]

/**
 * Returns the fields that customers must or may fill in: the public ones and the required ones of the phase
 * `pre`.
 */
export const publicFieldsOf = <Field extends Pick<FieldDefinition, 'id' | 'phase' | 'isRequired'>>(
  { publicFieldIds }: Pick<BookingPage, 'publicFieldIds'>,
  fields: readonly Field[],
): Field[] =>
  fields.filter(
    ({ id, phase, isRequired }) => (phase ?? 'pre') === 'pre' && (isRequired || publicFieldIds.includes(id)),
  )
