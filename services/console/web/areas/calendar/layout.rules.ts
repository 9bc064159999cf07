import { addDays, daysBetween } from '../../i18n/format.rules.ts'

export const dayMinutes = 1440
/** Times changed by dragging or by keyboard snap to quarter hours. */
export const step = 15

/** An interval of minutes after midnight; `end` is exclusive. */
export type Span = { start: number; end: number }

export type Timed = { id: string; date: string; startTime: string; durationMinutes: number }

/** A session, or its part on one day, with its position among overlapping ones. */
export type Block<Item> = Span & {
  item: Item
  /** Starts on the day before. */
  isContinued: boolean
  /** Ends on the day after. */
  continues: boolean
  lane: number
  lanes: number
}

export const toMinutes = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Returns the time of day for a minute; minutes past midnight wrap. */
export const toTime = (minute: number): string => {
  const inDay = ((Math.round(minute) % dayMinutes) + dayMinutes) % dayMinutes
  return `${String(Math.floor(inDay / 60)).padStart(2, '0')}:${String(inDay % 60).padStart(2, '0')}`
}

/** Returns the parts of sessions that lie on a day. A session past midnight has a part on both days. */
const partsOn = <Item extends Timed>(
  day: string,
  items: readonly Item[],
): Omit<Block<Item>, 'lane' | 'lanes'>[] =>
  items.flatMap((item) => {
    const start = toMinutes(item.startTime) - daysBetween(item.date, day) * dayMinutes
    const end = start + item.durationMinutes
    if (end <= 0 || start >= dayMinutes) return []
    return [
      {
        item,
        start: Math.max(0, start),
        end: Math.min(dayMinutes, end),
        isContinued: start < 0,
        continues: end > dayMinutes,
      },
    ]
  })

/** Short sessions are drawn at least this long, so that their names can be read. */
const shortest = 20

/**
 * Returns the blocks of a day. Overlapping sessions are shown side by side: each takes the first free lane,
 * and all sessions of an overlapping group have the same number of lanes.
 */
export const toBlocks = <Item extends Timed>(day: string, items: readonly Item[]): Block<Item>[] => {
  const parts = partsOn(day, items).toSorted((a, b) => a.start - b.start || b.end - a.end)
  const blocks: Block<Item>[] = []
  let group: Block<Item>[] = []
  let ends: number[] = []
  const closeGroup = (): void => {
    for (const block of group) block.lanes = ends.length
    group = []
    ends = []
  }
  for (const part of parts) {
    if (ends.every((end) => end <= part.start)) closeGroup()
    const free = ends.findIndex((end) => end <= part.start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = Math.max(part.end, part.start + shortest)
    const block = { ...part, lane, lanes: 1 }
    group.push(block)
    blocks.push(block)
  }
  closeGroup()
  return blocks
}

type Occupied = Timed & { staffId: string | null; status: string }
type Wanted = Pick<Timed, 'date' | 'startTime' | 'durationMinutes'> & { id?: string; staffId: string | null }

/** Returns the sessions of the same staff member that overlap a time. Cancelled ones take no time. */
export const collisionsWith = <Item extends Occupied>(items: readonly Item[], wanted: Wanted): Item[] => {
  if (wanted.staffId === null) return []
  const start = toMinutes(wanted.startTime)
  return items
    .filter((item) => {
      if (item.id === wanted.id || item.staffId !== wanted.staffId || item.status === 'cancelled')
        return false
      const from = toMinutes(item.startTime) + daysBetween(wanted.date, item.date) * dayMinutes
      return from < start + wanted.durationMinutes && start < from + item.durationMinutes
    })
    .toSorted((a, b) => (a.date + a.startTime < b.date + b.startTime ? -1 : 1))
}

/** Returns the day and time for a minute that may lie before or after the day. */
export const normalize = (date: string, minute: number): { date: string; startTime: string } => ({
  date: addDays(date, Math.floor(minute / dayMinutes)),
  startTime: toTime(minute),
})

/** Returns the nearest quarter hour. */
export const snap = (minute: number): number => Math.round(minute / step) * step

/** Returns the span between two minutes of a drag, at least one step long. */
export const spanBetween = (one: number, other: number): Span => {
  const [first, last] = one < other ? [one, other] : [other, one]
  const start = Math.min(dayMinutes - step, Math.max(0, Math.floor(first / step) * step))
  return { start, end: Math.min(dayMinutes, Math.max(start + step, snap(last))) }
}

/** The position in the grid that the keyboard moves: a column and a time span. */
export type Place = Span & { column: number }

type Key = { key: string; shiftKey: boolean }

/**
 * Returns the position after a key press, or null for other keys. Up and down move by a quarter hour; with
 * Shift, they change the end. Left and right change the column; in Arabic the first column is on the right.
 */
export const placeAfter = (
  { key, shiftKey }: Key,
  place: Place,
  { columns, isRightToLeft }: { columns: number; isRightToLeft: boolean },
): Place | null => {
  const length = place.end - place.start
  const startAt = (start: number): Place => {
    const kept = Math.max(0, Math.min(dayMinutes - step, start))
    return { ...place, start: kept, end: kept + length }
  }
  const inColumn = (column: number): Place => ({
    ...place,
    column: Math.max(0, Math.min(columns - 1, column)),
  })
  const endAt = (end: number): Place => ({
    ...place,
    end: Math.max(place.start + step, Math.min(place.start + dayMinutes, end)),
  })
  switch (key) {
    case 'ArrowUp':
      return shiftKey ? endAt(place.end - step) : startAt(snap(place.start - step))
    case 'ArrowDown':
      return shiftKey ? endAt(place.end + step) : startAt(snap(place.start + step))
    case 'PageUp':
      return startAt(snap(place.start - 60))
    case 'PageDown':
      return startAt(snap(place.start + 60))
    case 'ArrowLeft':
      return inColumn(place.column + (isRightToLeft ? 1 : -1))
    case 'ArrowRight':
      return inColumn(place.column + (isRightToLeft ? -1 : 1))
    default:
      return null
  }
}

/** What is dragged: an empty time, a session, or the end of a session. */
export type DragSource =
  | { kind: 'create'; column: number; minute: number }
  | { kind: 'move'; sessionId: string; column: number; start: number; end: number; grab: number }
  | { kind: 'resize'; sessionId: string; column: number; start: number; end: number }

/** Returns the position that a drag shows while the pointer is at a column and minute. */
export const dragTo = (source: DragSource, column: number, minute: number): Place => {
  switch (source.kind) {
    case 'create':
      return { column: source.column, ...spanBetween(source.minute, minute) }
    case 'move': {
      // A session that began on the day before may stay there.
      const earliest = Math.min(0, source.start)
      const start = Math.max(earliest, Math.min(dayMinutes - step, snap(minute - source.grab)))
      return { column, start, end: start + source.end - source.start }
    }
    case 'resize': {
      const end = Math.max(source.start + step, Math.min(source.start + dayMinutes, snap(minute)))
      return { column: source.column, start: source.start, end }
    }
  }
}
