const firstMs = 500
const longestMs = 30_000

/**
 * Returns a random delay before the next attempt, up to a maximum that doubles with each failure. This spreads out
 * the reconnects of many clients. `random` returns a number from 0 to 1.
 */
export const reconnectDelayMs = (failures: number, random: () => number): number =>
  Math.round(random() * Math.min(longestMs, firstMs * 2 ** failures))
