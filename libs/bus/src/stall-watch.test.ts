import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchStall } from './stall-watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const checkMs = 10_000

/** Starts a watch that checks every 10 s and counts its requests. */
const start = () => {
  const state = { pending: 0, busyMs: 0, requests: 0, changes: [] as boolean[] }
  const stall = watchStall(3 * checkMs, (isStalled) => state.changes.push(isStalled))
  const countPending = async (): Promise<number> => {
    state.requests += 1
    return state.pending
  }
  const stop = stall.start({ countPending, busyMs: () => state.busyMs }, () => undefined)
  const pass = (checks: number) => vi.advanceTimersByTimeAsync(checks * checkMs)
  return { state, stall, stop, pass }
}

describe('watchStall', () => {
  it('checks for waiting events only every third time while none are waiting', async () => {
    const { state, pass, stop } = start()
    await pass(9)
    expect(state.requests).toBe(3)
    stop()
    await pass(9)
    expect(state.requests).toBe(3)
  })

  it('checks every time while events are waiting, and after one was received', async () => {
    const { state, stall, pass } = start()
    await pass(2)
    stall.onTaken()
    await pass(1)
    expect(state.requests).toBe(2)
    state.pending = 5
    await pass(3)
    expect(state.requests).toBe(3)
    await pass(2)
    expect(state.requests).toBe(5)
  })

  it('reports a stall when waiting events are not received, and when it ends', async () => {
    const { state, stall, pass } = start()
    await pass(1)
    state.pending = 5
    await pass(6)
    expect([stall.isStalled(), state.changes]).toEqual([true, [true]])
    stall.onTaken()
    expect([stall.isStalled(), state.changes]).toEqual([false, [true, false]])
  })

  it('reports a handler that does not finish', async () => {
    const { state, stall, pass } = start()
    await pass(1)
    state.busyMs = 3 * checkMs
    await pass(1)
    expect(stall.isStalled()).toBe(true)
    state.busyMs = 0
    await pass(1)
    expect(stall.isStalled()).toBe(false)
  })
})
