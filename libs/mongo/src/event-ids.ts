import { maxClockSkewMs, randomHex } from '@wp/kernel'
import type { Id } from '@wp/kernel'

let lastMs = 0
let counter = 0

/**
 * Returns an id that sorts by creation time: milliseconds, a counter and random bytes. Ids ascend strictly within a
 * process, unless its clock is set back by more than ten seconds; between processes they are as precise as the
 * clocks. (Ordinary ids have a resolution of one second.)
 */
export const nextEventId = (now: number): Id => {
  if (now > lastMs || lastMs - now > maxClockSkewMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xffff) {
    lastMs += 1
    counter = 0
  }
  return lastMs.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0') + randomHex(8)
}

/** Returns an event id's creation time in epoch milliseconds. */
export const eventIdTime = (id: Id): number => Number.parseInt(id.slice(0, 12), 16)

/** Returns the smallest event id for a time, as a lower bound for queries. */
export const eventIdFrom = (time: number): Id =>
  Math.max(0, time).toString(16).padStart(12, '0') + '0'.repeat(12)
