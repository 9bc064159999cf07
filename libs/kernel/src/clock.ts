import { utcDay } from './time.ts'
import type { CalendarDate } from './time.ts'

/** The source of the current time; `today` is the current UTC day. */
export type Clock = { now(): Date; today(): CalendarDate }

/** A clock that returns the system time. */
export const systemClock: Clock = { now: () => new Date(), today: () => utcDay(new Date()) }

/** Returns a clock for tests that only moves when `set` or `advance` is called. */
export const fixedClock = (start: string): Clock & { set(iso: string): void; advance(ms: number): void } => {
  let time = instant(start)
  return {
    now: () => new Date(time),
    today: () => utcDay(new Date(time)),
    set: (iso) => {
      time = instant(iso)
    },
    advance: (ms) => {
      time += ms
    },
  }
}

const instant = (text: string): number => {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new RangeError(`"${text}" is not an ISO date or time`)
  return time
}
