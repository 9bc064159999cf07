import { parseTimeOfDay, weekday } from '@wp/kernel'
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
