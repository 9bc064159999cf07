import type { WorkingHours } from '@workspace-platform/client/scheduling'
import { weekdays } from '../i18n/week.rules.ts'
import type { Weekday } from '../i18n/week.rules.ts'

/** A day as the form keeps it: `09:00-12:00,13:00-18:00`, or empty when it is closed. */
export type DayTexts = Record<Weekday, string>
export type Interval = { start: string; end: string }

export const parseDay = (text: string): Interval[] =>
  text
    .split(',')
    .filter(Boolean)
    .map((part) => {
      const [start = '', end = ''] = part.split('-')
      return { start, end }
    })

export const toDayText = (intervals: readonly Interval[]): string =>
  intervals.map(({ start, end }) => `${start}-${end}`).join()

const usual = '09:00-17:00'

/** Returns the form values of a schedule, or of a typical week without one. */
export const toDayTexts = (hours: WorkingHours | null): DayTexts =>
  Object.fromEntries(
    weekdays.map((day) => {
      if (!hours) return [day, usual]
      const { isOpen, intervals } = hours[day]
      return [day, isOpen ? toDayText(intervals) : '']
    }),
  ) as DayTexts

/** Returns the schedule for the API. */
export const toWorkingHours = (texts: DayTexts): WorkingHours =>
  Object.fromEntries(
    weekdays.map((day) => {
      const intervals = parseDay(texts[day])
      return [day, { isOpen: intervals.length > 0, intervals }]
    }),
  ) as WorkingHours

/**
 * Returns the problem with a day: `order` when times overlap or are not in order, `time` when one is missing.
 */
export const dayProblem = (text: string): 'time' | 'order' | null => {
  const times = parseDay(text).flatMap(({ start, end }) => [start, end])
  if (times.some((time) => !/^\d{2}:\d{2}$/.test(time))) return 'time'
  const isOrdered = times.every((time, index) => {
    const before = times[index - 1]
    if (before === undefined) return true
    // An interval may begin when the one before ends, but not end when it begins.
    return index % 2 === 1 ? before < time : before <= time
  })
  return isOrdered ? null : 'order'
}

/** Returns another interval for a day: after the last one, or the default one. */
export const withInterval = (text: string): string => {
  const last = parseDay(text).at(-1)
  if (!last) return usual
  const hour = Number(last.end.slice(0, 2))
  const start = `${String(Math.min(22, hour + 1)).padStart(2, '0')}:00`
  const end = `${String(Math.min(23, hour + 4)).padStart(2, '0')}:00`
  return `${text},${start}-${end}`
}

/** Returns the weekdays in a country's order. */
export const weekFrom = (firstDay: number): Weekday[] =>
  weekdays.map((_, index) => weekdays[(index + firstDay) % 7]!)
