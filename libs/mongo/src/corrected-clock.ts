import { maxClockSkewMs, utcDay } from '@wp/kernel'
import type { Clock } from '@wp/kernel'

/**
 * Returns the clock without its offset to the database's, so that a process whose system time is wrong still decides
 * like the others. Smaller differences than those that clocks may have are kept.
 */
export const correctedClock = (clock: Clock, offsetMs: () => number): Clock => {
  const now = (): Date => {
    const offset = offsetMs()
    return Math.abs(offset) < maxClockSkewMs ? clock.now() : new Date(clock.now().getTime() - offset)
  }
  return { ...clock, now, today: () => utcDay(now()) }
}
