import { setTimeout as delay } from 'node:timers/promises'

const tickMs = 100

/**
 * Calls `act` for all items, evenly spread over a time, or every 100 ms if there are fewer. If all connections were
 * closed together, all clients would reconnect at the same time.
 */
export const spread = async <Item>(
  items: Iterable<Item>,
  overMs: number,
  act: (item: Item) => void,
): Promise<void> => {
  const all = [...items]
  const ticks = Math.max(1, Math.min(all.length, Math.floor(overMs / tickMs)))
  for (let tick = 0; tick < ticks; tick += 1) {
    if (tick > 0) await delay(tickMs)
    const [from, to] = [tick, tick + 1].map((end) => Math.floor((all.length * end) / ticks))
    all.slice(from, to).forEach(act)
  }
}
