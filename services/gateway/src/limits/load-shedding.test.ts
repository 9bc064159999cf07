import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anonymousCaller } from './caller.ts'
import { loadShedding, type LoadShedding } from './load-shedding.ts'
import { shareOf } from './shares.ts'

const sampleMs = 20
let now = 0

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Runs the timer of each sample `ms` late. */
const runLate = (ms: number, samples: number): void => {
  for (let sample = 0; sample < samples; sample += 1) {
    now += sampleMs + ms
    vi.advanceTimersByTime(sampleMs)
  }
}
const flood = anonymousCaller('192.0.2.1')
const other = anonymousCaller('192.0.2.2')
const enter = (shedding: LoadShedding, requests: number, caller = flood): void => {
  for (let request = 0; request < requests; request += 1) shedding.enter(caller)
}

describe('loadShedding', () => {
  it('sheds requests above the in-flight limit', () => {
    const shedding = loadShedding(shareOf(100, 100))
    enter(shedding, 99)
    expect(shedding.refusal(flood)).toBeNull()
    shedding.enter(flood)
    expect(shedding.refusal(flood)).toBe('total')
    shedding.leave(flood)
    expect(shedding.refusal(flood)).toBeNull()
    shedding.close()
  })

  it('limits a caller to its share', () => {
    const shedding = loadShedding(shareOf(100, 25))
    enter(shedding, 25)
    expect(shedding.refusal(flood)).toBe('share')
    expect(shedding.refusal(other)).toBeNull()
    shedding.close()
  })

  it('admits callers with few requests up to a quarter above the limit', () => {
    const shedding = loadShedding(shareOf(100, 50))
    const busy = anonymousCaller('192.0.2.3')
    enter(shedding, 50)
    enter(shedding, 45, busy)
    enter(shedding, 5, other)
    expect([shedding.refusal(busy), shedding.refusal(other)]).toEqual(['total', null])
    enter(shedding, 24, other)
    expect([shedding.refusal(busy), shedding.refusal(other)]).toEqual(['total', null])
    enter(shedding, 1, other)
    expect(shedding.refusal(other)).toBe('total')
    shedding.close()
  })

  it('sheds requests while many are in flight and the event loop is late three times in a row', () => {
    const shedding = loadShedding(shareOf(1000, 100))
    enter(shedding, 65)
    runLate(250, 2)
    expect(shedding.refusal(flood)).toBeNull()
    runLate(250, 1)
    expect(shedding.refusal(flood)).toBe('total')
    expect(shedding.refusal(other)).toBeNull()
    runLate(10, 1)
    expect(shedding.refusal(flood)).toBeNull()
    shedding.close()
  })

  it('takes no samples and sheds no requests while few are in flight', () => {
    const shedding = loadShedding(shareOf(1000, 100))
    enter(shedding, 64)
    expect(vi.getTimerCount()).toBe(0)
    runLate(250, 5)
    expect(shedding.refusal(flood)).toBeNull()
    shedding.enter(flood)
    runLate(250, 3)
    expect(shedding.refusal(flood)).toBe('total')
    shedding.leave(flood)
    expect(shedding.refusal(flood)).toBeNull()
    expect(vi.getTimerCount()).toBe(0)
  })
})
