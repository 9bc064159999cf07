import { zoneClock } from '../time-zones/time-zone.rules.ts'

const minuteMs = 60_000

/**
 * A new reminder is checked again after this time, in case the workspace's settings changed at the same time.
 */
const settleMs = 60_000

type ReminderSettings = { timeZone: string; reminders: readonly number[] }

/** Identifies the settings with which a reminder was planned. */
export const settingsKeyOf = ({ timeZone, reminders }: ReminderSettings): string =>
  `${timeZone} ${reminders.toSorted((a, b) => a - b).join(',')}`

type ReminderPlan = {
  startAt: Date
  /** The lead time, in minutes before the start, of the reminder that is due now; null when none is due. */
  minutesBefore: number | null
  /** When to check again; null when the session has started. */
  checkAt: Date | null
}

/**
 * Decides which reminder of a session is due. Reminders up to `after` were sent, or were already past when
 * the session was booked or moved. If several were missed, only the last one is due, and none that is late by
 * half its lead time or more.
 */
export const planReminder = (
  startMinute: number,
  { timeZone, reminders }: ReminderSettings,
  after: Date,
  now: Date,
): ReminderPlan => {
  const startAt = zoneClock(timeZone)(startMinute)
  if (startAt <= now) return { startAt, minutesBefore: null, checkAt: null }
  const planned = reminders.map((minutesBefore) => ({
    minutesBefore,
    at: startAt.getTime() - minutesBefore * minuteMs,
  }))
  const due = planned
    .filter(({ at }) => at > after.getTime() && at <= now.getTime())
    .toSorted((a, b) => b.at - a.at)
    .find(({ at, minutesBefore }) => now.getTime() - at < (minutesBefore * minuteMs) / 2)
  const next = planned.map(({ at }) => at).filter((at) => at > now.getTime())
  return {
    startAt,
    minutesBefore: due?.minutesBefore ?? null,
    checkAt: new Date(Math.min(startAt.getTime(), ...next)),
  }
}

/** Returns when to check a session that was just booked or moved; null when it is in the past. */
export const firstCheck = (startMinute: number, settings: ReminderSettings, now: Date): Date | null => {
  const { checkAt } = planReminder(startMinute, settings, now, now)
  return checkAt && new Date(Math.min(checkAt.getTime(), now.getTime() + settleMs))
}
