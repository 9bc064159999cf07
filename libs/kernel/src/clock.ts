import { utcDay } from './time.ts'
import type { CalendarDate } from './time.ts'

/**
 * The source of the current time; `today` is the current UTC day. `monotonicMs` counts from an arbitrary start and
 * never jumps: use it for caches, windows and timeouts, which must keep working when the system time is corrected.
 */
export type Clock = { now(): Date; today(): CalendarDate; monotonicMs(): number }

/** The clocks of two machines may differ by this much. A time further ahead was written by a wrong clock. */
export const maxClockSkewMs = 10_000

/** A clock that returns the system time. */
export const systemClock: Clock = {
  now: () => new Date(),
  today: () => utcDay(new Date()),
  monotonicMs: () => performance.now(),
}

/** Returns a clock for tests. `advance` lets time pass; `set` changes `now` and `today` only. */
export const fixedClock = (start: string): Clock & { set(iso: string): void; advance(ms: number): void } => {
  let time = instant(start)
  let passedMs = 0
  return {
    now: () => new Date(time),
    today: () => utcDay(new Date(time)),
    monotonicMs: () => passedMs,
    set: (iso) => {
      time = instant(iso)
    },
    advance: (ms) => {
      time += ms
      passedMs += ms
    },
  }
}

const instant = (text: string): number => {
  const time = Date.parse(text)
  if (Number.isNaN(time)) throw new RangeError(`"${text}" is not an ISO date or time`)
  return time
}
