import { iso } from '@wp/kernel'
import { zoneClock } from './time-zone.rules.ts'

export type CalendarEvent = {
  id: string
  name: string
  clientName: string
  services: readonly { name: string }[]
  startMinute: number
  endMinute: number
  createdAt: Date
  updatedAt: Date
}

/**
 * Returns an iCalendar document (RFC 5545). Local times are converted to instants, so that every calendar shows them
 * correctly.
 */
export const toCalendar = (name: string, timeZone: string, events: readonly CalendarEvent[]): string => {
  const toInstant = zoneClock(timeZone)
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Workspace Platform//Scheduling//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    `X-WR-TIMEZONE:${timeZone}`,
    ...events.flatMap((event) => toEventLines(event, toInstant)),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('')
}

const toEventLines = (event: CalendarEvent, toInstant: ReturnType<typeof zoneClock>): string[] => {
  const start = toInstant(event.startMinute)
  const wallEnd = toInstant(event.endMinute)
  // A start time that the clock skips moves forward, possibly past the local end time; then the duration is used.
  const end =
    wallEnd > start ? wallEnd : new Date(start.getTime() + (event.endMinute - event.startMinute) * 60_000)
  return [
    'BEGIN:VEVENT',
    `UID:${event.id}@sessions`,
    `DTSTAMP:${toTimestamp(event.updatedAt)}`,
    `CREATED:${toTimestamp(event.createdAt)}`,
    `LAST-MODIFIED:${toTimestamp(event.updatedAt)}`,
    `DTSTART:${toTimestamp(start)}`,
    `DTEND:${toTimestamp(end)}`,
    `SUMMARY:${escapeText(event.name)}`,
    `DESCRIPTION:${escapeText(`${event.clientName}\n${event.services.map(({ name }) => name).join(', ')}`)}`,
    'END:VEVENT',
  ]
}

const toTimestamp = (date: Date): string => iso(date).replace(/[-:]|\.\d{3}/g, '')

const escapeText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')

/** Splits lines at 75 octets without splitting a character. */
const foldLine = (line: string): string => {
  if (Buffer.byteLength(line) <= 75) return line
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
