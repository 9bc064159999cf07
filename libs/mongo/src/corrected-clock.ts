import { maxClockSkewMs, utcDay } from '@wp/kernel'
import type { Clock } from '@wp/kernel'

/**
 * Returns the clock corrected by its offset from the database clock, so that a process with a wrong system
 * time decides like the others. Offsets within the allowed clock difference are kept.
 */
export const correctedClock = (clock: Clock, offsetMs: () => number): Clock => {
  const now = (): Date => {
    const offset = offsetMs()
    return Math.abs(offset) < maxClockSkewMs ? clock.now() : new Date(clock.now().getTime() - offset)
  }
  return { ...clock, now, today: () => utcDay(now()) }
}
