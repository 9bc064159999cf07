import type { Holiday, Session, Staff, WorkingHours } from '@workspace-platform/client/scheduling'
import { huesOf } from '../../ui/avatar.rules.ts'
import type { Hue } from '../../ui/avatar.rules.ts'
import { closedSpans, holidayOn, skippedSpans } from './hours.rules.ts'
import { toBlocks } from './layout.rules.ts'
import type { Block, Span } from './layout.rules.ts'

export type Column = {
  id: string
  date: string
  /** The staff member of the column; undefined in a column of a whole day. */
  staffId: string | null | undefined
  name: string
  blocks: Block<Session>[]
  closed: Span[]
  skipped: Span[]
}

/** A staff member as columns and colors need it; without the permission to see staff, only the name is known. */
export type Person = { id: string; name: string; hue: Hue; workingHours: WorkingHours | null }

/**
 * Returns the people of the calendar: the staff, then people who appear only in sessions, such as removed
 * ones.
 */
export const peopleOf = (staff: readonly Staff[], sessions: readonly Session[]): Person[] => {
  const known = new Map<string, { name: string; workingHours: WorkingHours | null }>(
    staff.map(({ id, name, workingHours }) => [id, { name, workingHours }]),
  )
  for (const { staffId, staffName } of sessions)
    if (staffId && !known.has(staffId)) known.set(staffId, { name: staffName ?? '', workingHours: null })
  const hues = huesOf([...known.keys()])
  return [...known].map(([id, person]) => ({ id, ...person, hue: hues.get(id)! }))
}

type Calendar = {
  sessions: readonly Session[]
  workingHours: WorkingHours | null
  holidays: readonly Holiday[]
  timeZone: string
}

/** Returns one column per staff member, and an unassigned column if there are sessions without staff. */
export const staffColumns = (
  date: string,
  people: readonly Person[],
  { sessions, workingHours, holidays, timeZone }: Calendar,
  unassigned: string,
): Column[] => {
  const isHoliday = holidayOn(holidays, date) !== null
  const skipped = skippedSpans(timeZone, date)
  const columnFor = (staffId: string | null, name: string, hours: WorkingHours | null): Column => ({
    id: staffId ?? 'none',
    date,
    staffId,
    name,
    blocks: toBlocks(
      date,
      sessions.filter((session) => session.staffId === staffId),
    ),
    closed: closedSpans({ workspace: workingHours, staff: hours, isHoliday }, date),
    skipped,
  })
  const columns = people.map(({ id, name, workingHours: hours }) => columnFor(id, name, hours))
  const none = columnFor(null, unassigned, null)
  return none.blocks.length > 0 || columns.length === 0 ? [...columns, none] : columns
}

/** Returns one column per day. The hours of a staff member apply if only that one is shown. */
export const dayColumns = (
  days: readonly string[],
  person: Person | null,
  { sessions, workingHours, holidays, timeZone }: Calendar,
  nameOf: (date: string) => string,
): Column[] =>
  days.map((date) => ({
    id: date,
    date,
    staffId: undefined,
    name: nameOf(date),
    blocks: toBlocks(date, sessions),
    closed: closedSpans(
      {
        workspace: workingHours,
        staff: person?.workingHours ?? null,
        isHoliday: holidayOn(holidays, date) !== null,
      },
      date,
    ),
    skipped: skippedSpans(timeZone, date),
  }))
