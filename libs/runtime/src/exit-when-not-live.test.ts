import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { exitWhenNotLive } from './exit-when-not-live.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('exitWhenNotLive', () => {
  it('exits once, after the process has not been live for 30 s without interruption', () => {
    let isLive = true
    const exit = vi.fn<() => void>()
    exitWhenNotLive(() => isLive, exit)
    const wait = (seconds: number, live: boolean): number => {
      isLive = live
      vi.advanceTimersByTime(seconds * 1000)
      return exit.mock.calls.length
    }
    expect([wait(600, true), wait(25, false), wait(5, true), wait(30, false)]).toEqual([0, 0, 0, 0])
    expect([wait(5, false), wait(600, false)]).toEqual([1, 1])
  })
})
