import { iso } from '@wp/kernel'
import { instantOf } from './time-zone.ts'

type CalendarEvent = {
  id: string
  name: string
  clientName: string
  serviceNames: readonly string[]
  startMinute: number
  endMinute: number
  createdAt: Date
  updatedAt: Date
}

/** An iCalendar document (RFC 5545). Wall-clock times of the zone become instants, so that every calendar shows them right. */
export const calendarOf = (name: string, timeZone: string, events: readonly CalendarEvent[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Workspace Platform//Scheduling//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escaped(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...events.flatMap((event) => eventLines(event, timeZone)),
    'END:VCALENDAR',
  ]
    .map((line) => `${folded(line)}\r\n`)
    .join('')

const eventLines = (event: CalendarEvent, timeZone: string): string[] => {
  const start = instantOf(event.startMinute, timeZone)
  const wallEnd = instantOf(event.endMinute, timeZone)
  // A clock that goes back during the session leaves no wall-clock end after its start: then the minutes count.
  const end =
    wallEnd > start ? wallEnd : new Date(start.getTime() + (event.endMinute - event.startMinute) * 60_000)
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@sessions`,
    `DTSTAMP:${stamp(event.updatedAt)}`,
    `CREATED:${stamp(event.createdAt)}`,
    `LAST-MODIFIED:${stamp(event.updatedAt)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(event.name)}`,
    `DESCRIPTION:${escaped(`${event.clientName}\n${event.serviceNames.join(', ')}`)}`,
    'END:VEVENT',
  ]
}

const stamp = (date: Date): string => iso(date).replace(/[-:]|\.\d{3}/g, '')

const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** Lines of at most 75 octets; a character is never cut. */
const folded = (line: string): string => {
  const lines: string[] = []
  let current = ''
  let octets = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (octets + size > 75) {
      lines.push(current)
      current = ' '
      octets = 1
    }
    current += character
    octets += size
  }
  return [...lines, current].join('\r\n')
}
