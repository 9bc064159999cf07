import { utcDay } from '@wp/kernel'
import type { Clock } from '@wp/kernel'

/** Returns a clock that shows the time returned by `now`. */
export const clockOf = (now: () => Date): Clock => ({
  now,
  today: () => utcDay(now()),
  monotonicMs: () => performance.now(),
})
