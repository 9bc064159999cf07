import { AppError, invalid, newId, notFound, toDay } from '@wp/kernel'
import type { CalendarDate, Id } from '@wp/kernel'
import { onConflict } from '@wp/mongo'
import type { Tx } from '@wp/mongo'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { schedulingErrors } from '../errors.ts'
import {
  checkRequired,
  mergeFieldValues,
  parseFieldValues,
  questionsFor,
  toStoredValues,
  toUniqueFieldError,
} from '../fields/field.rules.ts'
import { isHoliday } from '../holidays/holiday.rules.ts'
import type { BookingWarning, NewSession, SessionChanges, SessionStatus } from './session.contract.ts'
import { openBookingSources } from './booking-sources.store.ts'
import type { BookingSources } from './booking-sources.store.ts'
import { announceBooking, announceCancellation, announceChange } from './session-message.actions.ts'
import type { SessionMessageDeps } from './session-message.actions.ts'
import { publishSessionChanged, publishSessionRemoved } from './session.events.ts'
import {
  checkBookable,
  checkMove,
  durationFor,
  hasMoved,
  isSameTime,
  isWithinHours,
  listDays,
  localMinute,
  timeAt,
  toInterval,
} from './session.rules.ts'
import type { Interval } from './session.rules.ts'
import type { Week } from '../working-hours/working-hours.rules.ts'
import type { SessionRecord, StoredSession } from './session.store.ts'
import type { Booking } from './session.view.ts'

type BookingDeps = Pick<
  SchedulingDeps,
  | 'db'
  | 'clock'
  | 'cache'
  | 'clients'
  | 'offeredServices'
  | 'staff'
  | 'fields'
  | 'holidays'
  | 'sessions'
  | 'sessionReminders'
  | 'sessionView'
  | 'toBookingUrl'
  | 'bookingPages'
>

/**
 * Books a session in one transaction: loads the records, checks the rules, claims the time, then stores and publishes
 * it.
 */
export const createSession = async (
  deps: BookingDeps,
  workspace: SchedulingWorkspace,
  body: NewSession,
): Promise<Booking> => {
  const id = newId()
  const write = () =>
    deps.db.transaction(
      async (tx) => {
        const sources = await openBookingSources(deps, workspace.id)
        const client = await deps.clients.get(workspace.id, body.clientId)
        const time = await resolveTime(sources, workspace.id, body)
        const member = await findMember(sources, workspace.id, body.staffId)
        const session = {
          id,
          name: body.name,
          status: body.status,
          questionCategory: body.questionCategory,
          clientId: client.id,
          clientName: client.name,
          ...time,
          ...toStaffFields(member),
          notes: [],
          attachments: [],
          invoice: null,
        }
        const answers = await resolveAnswers(sources, workspace.id, id, body)
        const warnings = [
          ...timeWarnings(workspace, session, member, deps.clock.now()),
          ...(await holidayWarnings(sources, workspace, session.date)),
        ]
        const isOnline = await sources.bookingPages.isEnabled(workspace.id)
        const conflicts = await claimTime(deps, workspace, session, isOnline)
        const stored = await deps.sessions.insert(workspace.id, { ...session, ...answers })
        publishSessionChanged(deps, tx, 'created', stored)
        await announceBooking(deps, tx, workspace, stored, client)
        return { session: stored, conflicts, warnings }
      },
      { queue: dayQueue(workspace.id, body.staffId, body.date) },
    )
  return onConflict(write, toUniqueFieldError)
}

/**
 * Updates or reschedules a session. A new time or staff member is checked for overlaps and working hours, and a new
 * date for holidays.
 */
export const updateSession = async (
  deps: BookingDeps,
  workspace: SchedulingWorkspace,
  id: Id,
  body: SessionChanges,
): Promise<Booking> => {
  const write = async (tx: Tx) => {
    const before = await deps.sessions.get(workspace.id, id)
    const changes = await resolveChanges(deps, before, body)
    const after = { ...before, ...changes }
    const isOnline = hasMoved(before, after) && (await deps.bookingPages.isEnabled(workspace.id))
    const conflicts = hasMoved(before, after) ? await claimTime(deps, workspace, after, isOnline) : []
    const warnings = [
      ...(hasMoved(before, after) ? await moveWarnings(deps, workspace, before, after) : []),
      ...(after.date === before.date ? [] : await holidayWarnings(deps, workspace, after.date)),
    ]
    const stored = await deps.sessions.update(workspace.id, id, changes)
    publishSessionChanged(deps, tx, 'updated', stored)
    await announceChange(deps, tx, workspace, before, stored)
    return { session: stored, conflicts, warnings }
  }
  const queue = await findQueue(deps, workspace.id, id, body)
  return onConflict(() => deps.db.transaction(write, queue), toUniqueFieldError)
}

/** Changes a session's status. Throws 422 for a change that is not allowed. */
export const setSessionStatus = (
  deps: SessionMessageDeps & Pick<SchedulingDeps, 'db' | 'sessions' | 'sessionView'>,
  workspace: SchedulingWorkspace,
  id: Id,
  status: SessionStatus,
): Promise<StoredSession> =>
  deps.db.transaction(async (tx) => {
    const before = await deps.sessions.get(workspace.id, id)
    checkMove(before.status, status)
    const moved = await deps.sessions.update(workspace.id, id, { status })
    publishSessionChanged(deps, tx, 'status_changed', moved)
    if (status === 'cancelled') await announceCancellation(deps, tx, workspace, before)
    return moved
  })

/** Deletes a session and its files. The remove-files job deletes the files if the process dies. */
export const deleteSession = async (
  deps: SessionMessageDeps & Pick<SchedulingDeps, 'db' | 'sessions' | 'attachments' | 'sessionView'>,
  workspace: SchedulingWorkspace,
  id: Id,
): Promise<void> => {
  const workspaceId = workspace.id
  const { attachments } = await deps.db.transaction(async (tx) => {
    const removed = await deps.sessions.remove(workspaceId, id)
    for (const attachment of removed.attachments)
      await deps.attachments.markForRemoval(workspaceId, attachment.id)
    publishSessionRemoved(deps, tx, removed)
    await announceCancellation(deps, tx, workspace, removed)
    return removed
  })
  await Promise.all(attachments.map((attachment) => deps.attachments.removeNow(workspaceId, attachment.id)))
}

/** Returns the queue of the day to which an update moves the session, or undefined for other updates. */
const findQueue = async (
  { sessions }: Pick<BookingDeps, 'sessions'>,
  workspaceId: Id,
  id: Id,
  { date, startTime, staffId, durationMinutes, serviceIds }: SessionChanges,
): Promise<{ queue?: string }> => {
  const isMove = [date, startTime, staffId, durationMinutes, serviceIds].some((each) => each !== undefined)
  if (!isMove) return {}
  const before = await sessions.get(workspaceId, id)
  return {
    queue: dayQueue(workspaceId, staffId === undefined ? before.staffId : staffId, date ?? before.date),
  }
}

const resolveClient = async ({ clients }: Pick<SchedulingDeps, 'clients'>, workspaceId: Id, clientId: Id) => {
  const client = await clients.get(workspaceId, clientId)
  return { clientId: client.id, clientName: client.name }
}

const findMember = async ({ staff }: BookingSources, workspaceId: Id, staffId: Id | null) =>
  staffId === null ? null : staff.getBookable(workspaceId, staffId)

const toStaffFields = (member: { id: Id; name: string } | null) => ({
  staffId: member?.id ?? null,
  staffName: member?.name ?? null,
})

const resolveServices = async (
  { offeredServices }: BookingSources,
  workspaceId: Id,
  serviceIds: readonly Id[],
) => {
  const found = new Map(
    (await offeredServices.listByIds(workspaceId, serviceIds)).map((each) => [each.id, each]),
  )
  const chosen = serviceIds.map((id) => {
    const service = found.get(id)
    if (!service) throw notFound('Service')
    return service
  })
  checkBookable(chosen)
  return chosen
}

const toBookedServices = (services: readonly { id: Id; name: string }[]) =>
  services.map(({ id, name }) => ({ serviceId: id, name }))

const resolveTime = async (deps: BookingSources, workspaceId: Id, body: NewSession) => {
  const date = toDay(body.date)
  const services = await resolveServices(deps, workspaceId, body.serviceIds)
  const durationMinutes = durationFor(body.durationMinutes, services)
  const interval = toInterval(date, body.startTime, durationMinutes)
  return { services: toBookedServices(services), date, durationMinutes, ...interval }
}

/** Returns the answers to the session's fields. Throws 422 when a required `pre` answer is missing. */
const resolveAnswers = async ({ fields }: BookingSources, workspaceId: Id, id: Id, body: NewSession) => {
  const definitions = await fields.listDefinitions(workspaceId, 'sessions')
  const values = mergeFieldValues(definitions, [], body.fieldValues)
  const askedBefore = definitions.filter(({ phase }) => phase === 'pre')
  checkRequired(questionsFor(askedBefore, body.questionCategory), values)
  return toStoredValues(id, definitions, values)
}

const resolveChanges = async (
  deps: BookingDeps,
  before: StoredSession,
  body: SessionChanges,
): Promise<Partial<SessionRecord>> => {
  const { workspaceId } = before
  const { name, questionCategory, clientId, staffId, fieldValues } = body
  const definitions = fieldValues ? await deps.fields.listDefinitions(workspaceId, 'sessions') : []
  const client = clientId ? await resolveClient(deps, workspaceId, clientId) : null
  const member = staffId === undefined ? null : await findMember(deps, workspaceId, staffId)
  return {
    ...(name !== undefined && { name }),
    ...(questionCategory !== undefined && { questionCategory }),
    ...client,
    ...(staffId !== undefined && toStaffFields(member)),
    ...(await reschedule(deps, before, body)),
    ...(fieldValues &&
      toStoredValues(
        before.id,
        definitions,
        mergeFieldValues(definitions, parseFieldValues(before), fieldValues),
      )),
  }
}

/**
 * Returns the services and time of an updated session. New services without a duration, or a null duration, recompute
 * the duration.
 */
const reschedule = async (deps: BookingDeps, before: StoredSession, body: SessionChanges) => {
  const date = body.date ? toDay(body.date) : before.date
  const startTime = body.startTime ?? timeAt(before.startMinute)
  const chosen = body.serviceIds && (await resolveServices(deps, before.workspaceId, body.serviceIds))
  const isComputed = body.durationMinutes === null || (chosen && body.durationMinutes === undefined)
  const durationMinutes = isComputed
    ? durationFor(
        null,
        chosen ?? (await deps.offeredServices.listBooked(before.workspaceId, before.services)),
      )
    : (body.durationMinutes ?? before.durationMinutes)
  return {
    ...(chosen && { services: toBookedServices(chosen) }),
    date,
    durationMinutes,
    ...toInterval(date, startTime, durationMinutes),
  }
}

/**
 * Returns the warnings about a session's time. If the workspace enforces working hours, throws OUTSIDE_WORKING_HOURS
 * instead. A cancelled session takes no time and has no warnings. `startedBefore` is null when the time is unchanged.
 */
const timeWarnings = (
  { settings, workingHours }: SchedulingWorkspace,
  session: Interval & Pick<SessionRecord, 'status'>,
  member: { workingHours: Week | null } | null,
  startedBefore: Date | null,
): BookingWarning[] => {
  if (session.status === 'cancelled') return []
  const isWithin =
    isWithinHours(workingHours, session) && isWithinHours(member?.workingHours ?? null, session)
  if (!isWithin && settings.enforceWorkingHours)
    throw new AppError(schedulingErrors.OUTSIDE_WORKING_HOURS, 'The session must be within working hours', {
      details: [{ path: 'startTime', message: 'must be within working hours' }],
    })
  const isPast = startedBefore && session.startMinute < localMinute(startedBefore, settings.timeZone)
  return [
    ...(isWithin ? [] : ['OUTSIDE_WORKING_HOURS' as const]),
    ...(isPast ? ['IN_THE_PAST' as const] : []),
  ]
}

/** A session may belong to a staff member who was removed; then only the workspace's hours apply. */
const moveWarnings = async (
  { staff, clock }: BookingDeps,
  workspace: SchedulingWorkspace,
  before: StoredSession,
  after: StoredSession,
): Promise<BookingWarning[]> => {
  const member = after.staffId === null ? null : await staff.find(workspace.id, after.staffId)
  return timeWarnings(workspace, after, member, isSameTime(before, after) ? null : clock.now())
}

const holidayWarnings = async (
  { holidays }: BookingSources,
  { id, settings }: SchedulingWorkspace,
  date: CalendarDate,
): Promise<'HOLIDAY'[]> => {
  const possible = [...(await holidays.listSingle(id, date, date)), ...(await holidays.listRecurring(id))]
  if (!isHoliday(possible, date)) return []
  if (!settings.blockHolidays) return ['HOLIDAY']
  throw invalid('date', `cannot be a holiday`)
}

/**
 * Returns the ids of overlapping sessions, at most 100. If the workspace prevents overlaps, throws SESSION_CONFLICT for
 * them instead. Locks the session's days in date order if overlaps are prevented or customers can book online, so that
 * a concurrent booking makes this transaction retry, or is itself retried, and detects the overlap.
 */
const claimTime = async (
  { sessions }: BookingDeps,
  workspace: SchedulingWorkspace,
  session: Interval & Pick<SessionRecord, 'staffId' | 'status'> & { id: Id },
  isOnline: boolean,
): Promise<Id[]> => {
  const { staffId, status } = session
  const { preventOverlap } = workspace.settings
  if (status === 'cancelled') return []
  if (staffId === null && !isOnline) return []
  const overlapping =
    staffId === null ? [] : await sessions.listOverlapping(workspace.id, staffId, session, 100)
  const conflicts = overlapping.map(({ id }) => id).filter((id) => id !== session.id)
  if (preventOverlap && conflicts.length > 0)
    throw new AppError(
      schedulingErrors.SESSION_CONFLICT,
      'The staff member has another session at this time',
      {
        details: conflicts.map((id) => ({ path: 'startTime', message: `cannot overlap session ${id}` })),
      },
    )
  if (preventOverlap || isOnline) await claimDays({ sessions }, workspace.id, staffId, session)
  return conflicts
}

/** Returns the queue of bookings for a staff member, or for sessions without one, and day, which change one record. */
export const dayQueue = (workspaceId: Id, staffId: Id | null, date: CalendarDate): string =>
  `staff_days ${workspaceId} ${staffId} ${date}`

/** Locks the days of a time for a staff member, or for sessions without one, in date order. */
export const claimDays = async (
  { sessions }: Pick<SchedulingDeps, 'sessions'>,
  workspaceId: Id,
  staffId: Id | null,
  interval: Interval,
): Promise<void> => {
  for (const day of listDays(interval)) await sessions.claimDay(workspaceId, staffId, day)
}
