import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Tx } from '@wp/mongo'
import { forEachRecord } from '@wp/runtime'
import type { JobContext } from '@wp/runtime'
import type { StoredClient } from '../clients/client.store.ts'
import type { SchedulingDeps, SchedulingWorkspace } from '../deps.ts'
import { zoneClock } from '../time-zones/time-zone.rules.ts'
import { publishSessionMessage } from './session-message.events.ts'
import { firstCheck, planReminder, settingsKeyOf } from './session-reminder.rules.ts'
import { isSameTime } from './session.rules.ts'
import type { StoredSession } from './session.store.ts'

/**
 * Reminders are planned, sent and removed based on the database's time. Otherwise, a process whose clock is
 * ahead would skip and remove the reminders of the coming days.
 */
export type SessionMessageDeps = Pick<SchedulingDeps, 'db' | 'clients' | 'sessionReminders' | 'toBookingUrl'>

/** Confirms a new session to its client and plans its reminders, unless it is in the past. */
export const announceBooking = async (
  deps: SessionMessageDeps,
  tx: Tx,
  workspace: SchedulingWorkspace,
  session: StoredSession,
  client: StoredClient,
): Promise<void> => {
  const startAt = upcoming(deps, workspace, session)
  if (!startAt) return
  await deps.sessionReminders.insert(workspace.id, session.id, planFor(deps, workspace, session))
  publishSessionMessage(deps, tx, session, client, { type: 'booking.confirmed', version: client.id, startAt })
}

/**
 * Informs the client about a change that affects them. A new client gets a confirmation, and the previous one
 * a cancellation.
 */
export const announceChange = async (
  deps: SessionMessageDeps,
  tx: Tx,
  workspace: SchedulingWorkspace,
  before: StoredSession,
  after: StoredSession,
): Promise<void> => {
  const startAt = upcoming(deps, workspace, after)
  const isMoved = !isSameTime(before, after)
  if (!startAt) return void (isMoved && (await deps.sessionReminders.removeIf(workspace.id, after.id)))
  if (isMoved) await deps.sessionReminders.replace(workspace.id, after.id, planFor(deps, workspace, after))
  if (after.clientId !== before.clientId) {
    await announceCancellation(deps, tx, workspace, before)
    await deps.sessionReminders.replace(workspace.id, after.id, planFor(deps, workspace, after))
    await sendTo(deps, tx, after, 'booking.confirmed', after.clientId, startAt)
  } else if (isMoved || isNoticed(before, after))
    await sendTo(deps, tx, after, 'booking.changed', newId(), startAt)
}

/** Informs the client that a session was cancelled or deleted, unless it has started, and removes its reminders. */
export const announceCancellation = async (
  deps: SessionMessageDeps,
  tx: Tx,
  workspace: SchedulingWorkspace,
  before: StoredSession,
): Promise<void> => {
  await deps.sessionReminders.removeIf(workspace.id, before.id)
  const startAt = upcoming(deps, workspace, before)
  if (startAt) await sendTo(deps, tx, before, 'booking.cancelled', before.clientId, startAt)
}

/** Sends the reminders that are due. */
export const sendReminders = (deps: ReminderDeps, context: JobContext): Promise<void> =>
  forEachRecord(
    context,
    deps.sessionReminders.iterateDue(deps.db.clock.now(), maxPerRun),
    ({ workspaceId, sessionId }) => checkReminder(deps, workspaceId, sessionId),
  )

type ReminderDeps = SessionMessageDeps & Pick<SchedulingDeps, 'sessions' | 'workspaces'>

const maxPerRun = 1000
/** How long to wait for the workspace copy to contain the settings that a reminder needs. */
const copyDelayMs = 5_000

/**
 * Sends the reminder that is due, if any, and plans the next check, using the current session and settings.
 */
const checkReminder = async (deps: ReminderDeps, workspaceId: Id, sessionId: Id): Promise<void> => {
  const workspace = await deps.workspaces.find(workspaceId)
  await deps.db.transaction(async (tx) => {
    const now = deps.db.clock.now()
    const reminder = await deps.sessionReminders.findDue(workspaceId, sessionId, now)
    if (!reminder) return
    const session = await deps.sessions.find(workspaceId, sessionId)
    const plan =
      workspace && session?.status === 'scheduled'
        ? planReminder(session.startMinute, workspace.settings, reminder.after, now)
        : null
    if (!workspace || !session || !plan?.checkAt)
      return void (await deps.sessionReminders.removeIf(workspaceId, sessionId))
    const { settingsVersion, settingsKey, after } = reminder
    if (workspace.version < settingsVersion) {
      const checkAt = new Date(now.getTime() + copyDelayMs)
      await deps.sessionReminders.replace(workspaceId, sessionId, {
        after,
        checkAt,
        settingsVersion,
        settingsKey,
      })
      return
    }
    const { minutesBefore, startAt, checkAt } = plan
    await deps.sessionReminders.replace(workspaceId, sessionId, {
      after: minutesBefore === null ? after : now,
      checkAt,
      settingsVersion: workspace.version,
      settingsKey: settingsKeyOf(workspace.settings),
    })
    if (minutesBefore === null) return
    const version = `${session.startMinute}/${minutesBefore}`
    await sendTo(deps, tx, session, 'booking.reminder', version, startAt)
  })
}

/** Returns when a scheduled session starts; null when it has started or has another status. */
const upcoming = (
  { db }: SessionMessageDeps,
  { settings }: SchedulingWorkspace,
  { status, startMinute }: StoredSession,
): Date | null => {
  if (status !== 'scheduled') return null
  const startAt = zoneClock(settings.timeZone)(startMinute)
  return startAt > db.clock.now() ? startAt : null
}

const planFor = (
  { db }: SessionMessageDeps,
  { version, settings }: SchedulingWorkspace,
  { startMinute }: StoredSession,
) => {
  const now = db.clock.now()
  return {
    after: now,
    checkAt: firstCheck(startMinute, settings, now) ?? now,
    settingsVersion: version,
    settingsKey: settingsKeyOf(settings),
  }
}

const isNoticed = (before: StoredSession, after: StoredSession): boolean =>
  after.staffId !== before.staffId ||
  after.services.map(({ serviceId }) => serviceId).join() !==
    before.services.map(({ serviceId }) => serviceId).join()

const sendTo = async (
  deps: SessionMessageDeps,
  tx: Tx,
  session: StoredSession,
  type: 'booking.confirmed' | 'booking.changed' | 'booking.cancelled' | 'booking.reminder',
  version: string,
  startAt: Date,
): Promise<void> => {
  const client = await deps.clients.find(session.workspaceId, session.clientId)
  if (client) publishSessionMessage(deps, tx, session, client, { type, version, startAt })
}
