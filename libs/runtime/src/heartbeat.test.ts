import type { Bus } from '@wp/bus'
import { systemClock } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startHeartbeat } from './revocation-feed.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Runs the heartbeat for ten seconds with these queries of the outbox, and returns when it was sent. */
const beatsWith = async (pending: (query: number) => Promise<object[]>): Promise<number[]> => {
  const beats: number[] = []
  const startedAt = performance.now()
  let queries = 0
  const { close } = startHeartbeat({
    bus: { publishCore: () => void beats.push(performance.now() - startedAt) } as unknown as Bus,
    db: {
      outbox: { pending: () => pending((queries += 1)) },
      systemClock,
    } as unknown as Database,
  })
  await vi.advanceTimersByTimeAsync(10_000)
  close()
  const count = beats.length
  await vi.advanceTimersByTimeAsync(10_000)
  expect(beats).toHaveLength(count)
  return beats
}

/** Other services count as silent after two seconds. */
const longestGap = (beats: number[]): number =>
  Math.max(...beats.map((at, index) => at - (beats[index - 1] ?? 0)))

const after = async <Result>(ms: number, result: Result): Promise<Result> => {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return result
}

describe('startHeartbeat', () => {
  it('beats once a second', async () => {
    const beats = await beatsWith(() => after(5, []))
    expect(beats.length).toBeGreaterThanOrEqual(9)
    expect(beats.length).toBeLessThanOrEqual(11)
  })

  it('beats without long gaps while the outbox is slow', async () => {
    expect(longestGap(await beatsWith(() => after(1200, [])))).toBeLessThan(1900)
  })

  it('beats again soon after a failed query or a late event', async () => {
    const isBad = (query: number): boolean => query % 2 === 0
    const failing = (query: number) => (isBad(query) ? Promise.reject(new Error('slow')) : after(5, []))
    const late = { createdAt: new Date(Date.now() - 60_000) }
    expect(longestGap(await beatsWith(failing))).toBeLessThan(1900)
    expect(longestGap(await beatsWith((query) => after(5, isBad(query) ? [late] : [])))).toBeLessThan(1900)
  })

  it('does not beat while events wait', async () => {
    const late = { createdAt: new Date(Date.now() - 60_000) }
    expect(await beatsWith(() => after(5, [late]))).toEqual([])
  })
})
