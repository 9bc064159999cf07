import { utcDay } from './time.ts'
import type { CalendarDate } from './time.ts'

/** Where rules and services get the time from; `today` is the UTC day. */
export type Clock = { now(): Date; today(): CalendarDate }

/** The machine's own time. */
export const systemClock: Clock = { now: () => new Date(), today: () => utcDay(new Date()) }

/** A clock for tests that stands still until it is moved. */
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
  if (Number.isNaN(time)) throw new RangeError(`"${text}" is no ISO date or time`)
  return time
}
