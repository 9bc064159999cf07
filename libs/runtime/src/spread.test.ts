import { describe, expect, it } from 'vitest'
import { spread } from './spread.ts'

/** Returns how many of the items are handled immediately, and checks that all are handled in the end. */
const countAtOnce = async (count: number, overMs: number): Promise<number> => {
  const items = Array.from({ length: count }, (_, item) => item)
  const handled: number[] = []
  const done = spread(items, overMs, (item) => handled.push(item))
  const atOnce = handled.length
  await done
  expect(handled).toEqual(items)
  return atOnce
}

describe('spread', () => {
  it('handles every item once, in order and spread over the time', async () => {
    const since = performance.now()
    expect(await countAtOnce(40, 400)).toBe(10)
    expect(performance.now() - since).toBeGreaterThan(280)
  })

  it('handles a single item immediately, and all items when no time is left', async () => {
    expect(await countAtOnce(1, 10_000)).toBe(1)
    expect(await countAtOnce(100, 0)).toBe(100)
    expect(await countAtOnce(0, 10_000)).toBe(0)
  })
})
