const firstMs = 500
const longestMs = 30_000

/**
 * How long to wait before the next attempt: anything up to a time that doubles with each failure. A server that comes back
 * so meets its clients one by one. `random` gives 0 to 1.
 */
export const reconnectDelayMs = (failures: number, random: () => number): number =>
  Math.round(random() * Math.min(longestMs, firstMs * 2 ** failures))
