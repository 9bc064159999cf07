import { formatTimeOfDay, parseTimeOfDay, weekday } from '@wp/kernel'
import type { CalendarDate } from '@wp/kernel'

/** An interval of minutes within one day; `end` is exclusive. */
export type Span = { start: number; end: number }

type Day = { isOpen: boolean; intervals: { start: string; end: string }[] }
export type Week = Record<(typeof weekdays)[number], Day>

const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const wholeDay: Span = { start: 0, end: 1440 }

/** Returns a day's open times from the weekly schedule, or the whole day when no schedule is set. */
export const openSpans = (week: Week | null, date: CalendarDate): Span[] => {
  if (!week) return [wholeDay]
  const day = week[weekdays[weekday(date)]!]
  if (!day.isOpen) return []
  return day.intervals.map(({ start, end }) => ({ start: parseTimeOfDay(start), end: parseTimeOfDay(end) }))
}

/** Returns the intersection of two lists of times. Each list must be sorted and free of overlaps. */
export const intersectSpans = (these: readonly Span[], those: readonly Span[]): Span[] =>
  these.flatMap((a) =>
    those
      .map((b) => ({ start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) }))
      .filter(({ start, end }) => start < end),
  )

/** Removes busy times from the open times. Busy times may overlap each other but must be sorted by start. */
export const subtractSpans = (open: readonly Span[], busy: readonly Span[]): Span[] =>
  open.flatMap(({ start, end }) => {
    const free: Span[] = []
    let from = start
    for (const taken of busy) {
      if (taken.end <= from || taken.start >= end) continue
      if (taken.start > from) free.push({ start: from, end: taken.start })
      from = taken.end
    }
    if (from < end) free.push({ start: from, end })
    return free
  })

/** Returns consecutive slots of the given duration, starting at the beginning of each free time. */
export const toSlots = (
  free: readonly Span[],
  durationMinutes: number,
): { startTime: string; endTime: string }[] =>
  free.flatMap(({ start, end }) =>
    Array.from({ length: Math.floor((end - start) / durationMinutes) }, (_, index) => {
      const from = start + index * durationMinutes
      return { startTime: formatTimeOfDay(from), endTime: formatTimeOfDay((from + durationMinutes) % 1440) }
    }),
  )
