import type { EntryStats } from '@workspace-platform/client/finance'
import type { LabTest } from '@workspace-platform/client/labs'
import type { Session, Task } from '@workspace-platform/client/scheduling'
import { addDays } from '../../i18n/format.rules.ts'

type Range = { from: string; to: string }

/**
 * Returns this week until today, and the same days of the previous week. Weeks begin on Monday, as in the
 * books.
 */
export const weeksUntil = (today: string): { current: Range; before: Range } => {
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7
  const monday = addDays(today, -weekday)
  return {
    current: { from: monday, to: today },
    before: { from: addDays(monday, -7), to: addDays(today, -7) },
  }
}

/** Returns the total in a currency; amounts in other currencies are never added. */
export const totalIn = ({ currencies }: EntryStats, currencyCode: string): number =>
  currencies.find((each) => each.currencyCode === currencyCode)?.total ?? 0

/** Returns the tasks that are due today or overdue, the oldest first. */
export const dueTasks = (tasks: readonly Task[], today: string): Task[] =>
  tasks
    .filter(({ dueDate, status }) => status !== 'done' && dueDate !== null && dueDate.slice(0, 10) <= today)
    .toSorted((a, b) => (a.dueDate! < b.dueDate! ? -1 : 1))

/** Returns lab results outside their critical limits, with the test that they belong to. */
export const criticalResults = (tests: readonly LabTest[]) =>
  tests
    .filter(({ status }) => status !== 'cancelled')
    .flatMap((test) => test.items.filter(({ isCritical }) => isCritical).map((item) => ({ test, item })))

/** Returns the next status of a session, or null after the last one. */
export const nextStatus = (status: Session['status']): 'in-progress' | 'completed' | null => {
  if (status === 'scheduled') return 'in-progress'
  return status === 'in-progress' ? 'completed' : null
}

/** Returns the sessions that are not cancelled, sorted by time. */
export const byTime = (sessions: readonly Session[]): Session[] =>
  sessions
    .filter(({ status }) => status !== 'cancelled')
    .toSorted((a, b) => (a.startTime === b.startTime ? 0 : a.startTime < b.startTime ? -1 : 1))
