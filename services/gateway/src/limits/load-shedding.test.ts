import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadShedding, type LoadShedding } from './load-shedding.ts'

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

/** Delays the timer of each sample by this much. */
const runLate = (ms: number, samples: number): void => {
  for (let sample = 0; sample < samples; sample += 1) {
    now += sampleMs + ms
    vi.advanceTimersByTime(sampleMs)
  }
}
const enter = (shedding: LoadShedding, requests: number): void => {
  for (let request = 0; request < requests; request += 1) shedding.enter()
}

describe('loadShedding', () => {
  it('sheds requests above the in-flight limit', () => {
    const shedding = loadShedding(100)
    enter(shedding, 100)
    expect(shedding.isOverloaded()).toBe(false)
    shedding.enter()
    expect(shedding.isOverloaded()).toBe(true)
    shedding.leave()
    expect(shedding.isOverloaded()).toBe(false)
    shedding.close()
  })

  it('sheds requests while many are in flight and the event loop is late three times in a row', () => {
    const shedding = loadShedding(1000)
    enter(shedding, 65)
    runLate(250, 2)
    expect(shedding.isOverloaded()).toBe(false)
    runLate(250, 1)
    expect(shedding.isOverloaded()).toBe(true)
    runLate(10, 1)
    expect(shedding.isOverloaded()).toBe(false)
    shedding.close()
  })

  it('takes no samples and sheds no requests while few are in flight', () => {
    const shedding = loadShedding(1000)
    enter(shedding, 64)
    expect(vi.getTimerCount()).toBe(0)
    runLate(250, 5)
    expect(shedding.isOverloaded()).toBe(false)
    shedding.enter()
    runLate(250, 3)
    expect(shedding.isOverloaded()).toBe(true)
    shedding.leave()
    expect(shedding.isOverloaded()).toBe(false)
    expect(vi.getTimerCount()).toBe(0)
  })
})
