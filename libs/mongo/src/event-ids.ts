import { randomHex } from '@wp/kernel'
import type { Id } from '@wp/kernel'

let lastMs = 0
let counter = 0

/**
 * Ids that sort by the moment they were made: milliseconds, a counter, random bytes. Strictly rising in one process;
 * between processes as good as their clocks agree. (Ordinary ids know only the second.)
 */
export const nextEventId = (now: number = Date.now()): Id => {
  if (now > lastMs) {
    lastMs = now
    counter = 0
  } else if (++counter > 0xffff) {
    lastMs += 1
    counter = 0
  }
  return lastMs.toString(16).padStart(12, '0') + counter.toString(16).padStart(4, '0') + randomHex(8)
}

/** When an event id was made, in epoch milliseconds. */
export const eventIdTime = (id: Id): number => Number.parseInt(id.slice(0, 12), 16)

/** The smallest id of a moment, to search from. */
export const eventIdFrom = (time: number): Id =>
  Math.max(0, time).toString(16).padStart(12, '0') + '0'.repeat(12)
