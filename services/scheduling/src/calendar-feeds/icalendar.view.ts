import { iso } from '@wp/kernel'
import { zoneClock } from '../time-zones/time-zone.rules.ts'

export type CalendarEvent = {
  id: string
  name: string
  clientName: string
  services: readonly { name: string }[]
  startMinute: number
  endMinute: number
  createdAt: Date
  updatedAt: Date
  location?: string
  isCancelled?: boolean
}

/**
 * Returns an iCalendar document (RFC 5545). Local times are converted to instants, so that every calendar shows them
 * correctly.
 */
export const toCalendar = (name: string, timeZone: string, events: readonly CalendarEvent[]): string => {
  const toInstant = zoneClock(timeZone)
  const head = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Workspace Platform//Scheduling//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    foldLine(`X-WR-CALNAME:${escapeText(name)}`),
    foldLine(`X-WR-TIMEZONE:${timeZone}`),
  ]
  return [...head, ...events.map((event) => toEvent(event, toInstant)), 'END:VCALENDAR', ''].join('\r\n')
}

/** The approximate length of an event without its names. */
const emptyEventCharacters = 250

/** Returns about how many characters an event takes in a calendar. */
export const countCharacters = (event: CalendarEvent): number =>
  emptyEventCharacters + event.name.length + event.clientName.length + toServiceNames(event).length

const toEvent = (event: CalendarEvent, toInstant: ReturnType<typeof zoneClock>): string => {
  const start = toInstant(event.startMinute)
  const wallEnd = toInstant(event.endMinute)
  // A start time that the clock skips moves forward, possibly past the local end time; then the duration is used.
  const end =
    wallEnd > start ? wallEnd : new Date(start.getTime() + (event.endMinute - event.startMinute) * 60_000)
  const updatedAt = toTimestamp(event.updatedAt)
  const summary = foldLine(`SUMMARY:${escapeText(event.name)}`)
  const more = [
    ...(event.location ? [foldLine(`LOCATION:${escapeText(event.location)}`)] : []),
    ...(event.isCancelled ? ['STATUS:CANCELLED'] : []),
  ].map((line) => `${line}\r\n`)
  const description = foldLine(`DESCRIPTION:${escapeText(`${event.clientName}\n${toServiceNames(event)}`)}`)
  return (
    `BEGIN:VEVENT\r\nUID:${event.id}@sessions\r\nDTSTAMP:${updatedAt}\r\nCREATED:${toTimestamp(event.createdAt)}\r\n` +
    `LAST-MODIFIED:${updatedAt}\r\nDTSTART:${toTimestamp(start)}\r\nDTEND:${toTimestamp(end)}\r\n` +
    `${summary}\r\n${description}\r\n${more.join('')}END:VEVENT`
  )
}

/** Long names would make a calendar with many events too large. */
const maxServiceNames = 500

const toServiceNames = ({ services }: CalendarEvent): string => {
  const names = services.map(({ name }) => name).join(', ')
  if (names.length <= maxServiceNames) return names
  return `${names.slice(0, maxServiceNames).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const toTimestamp = (date: Date): string => {
  const text = iso(date)
  return `${text.slice(0, 4)}${text.slice(5, 7)}${text.slice(8, 13)}${text.slice(14, 16)}${text.slice(17, 19)}Z`
}

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

const maxOctets = 75

/** Splits lines at 75 octets without splitting a character. Each line but the first begins with a space. */
const foldLine = (line: string): string => {
  if (Buffer.byteLength(line) <= maxOctets) return line
  const lines: string[] = []
  let start = 0
  let octets = 0
  for (let at = 0; at < line.length;) {
    const size = octetsAt(line, at)
    if (octets + size > maxOctets) {
      lines.push(line.slice(start, at))
      start = at
      octets = 1
    }
    octets += size
    at += size === 4 ? 2 : 1
  }
  return [...lines, line.slice(start)].join('\r\n ')
}

/** Returns the length of a character in UTF-8; `Buffer.byteLength` would take ten times as long. */
const octetsAt = (line: string, at: number): number => {
  const code = line.codePointAt(at)!
  if (code < 0x80) return 1
  if (code < 0x8_00) return 2
  return code < 0x1_00_00 ? 3 : 4
}
