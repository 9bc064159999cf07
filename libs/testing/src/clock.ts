import { utcDay } from '@wp/kernel'
import type { Clock } from '@wp/kernel'

/** Returns a clock with the time that `now` returns. */
export const clockOf = (now: () => Date): Clock => ({
  now,
  today: () => utcDay(now()),
  monotonicMs: () => performance.now(),
})
