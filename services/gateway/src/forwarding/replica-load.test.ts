import { describe, expect, it } from 'vitest'
import { ReplicaLoad } from './replica-load.ts'

const limits = { maxInFlight: 100, maxPerCaller: 100, maxNewPerCaller: 100, lateMs: 2000 }
const caller = 'a'

/** Simulates a replica that receives and answers these numbers of requests per second, oldest first. */
const run = (asked: number, answered: number, seconds: number) => {
  const load = new ReplicaLoad(limits)
  const waiting: { since: number }[] = []
  let refused = 0
  let slowestMs = 0
  for (let now = 0; now < seconds * 1000; now += 1) {
    if (now % (1000 / asked) < 1) {
      if (load.isFull(now, caller)) refused += 1
      else {
        const request = { since: now }
        load.begin(request, now, false, caller)
        waiting.push(request)
      }
    }
    const done = now % (1000 / answered) < 1 ? waiting.shift() : undefined
    if (!done) continue
    load.answer(done, now)
    load.end(done, caller)
    slowestMs = Math.max(slowestMs, now - done.since)
  }
  return { refused, slowestMs, inFlight: load.inFlight }
}

describe('ReplicaLoad', () => {
  it('limits an overloaded replica to the requests that it can answer within a few seconds', () => {
    const { refused, slowestMs } = run(40, 8, 60)
    expect(refused).toBeGreaterThan(60 * 32 * 0.9)
    expect(slowestMs).toBeLessThan(12_000)
  })

  it('never rejects requests for a replica that is not overloaded', () => {
    expect(run(500, 500, 20)).toMatchObject({ refused: 0 })
  })

  it('accepts a burst up to the maximum', () => {
    const load = new ReplicaLoad(limits)
    for (let taken = 0; taken < limits.maxInFlight; taken += 1) {
      expect(load.isFull(0, caller)).toBe(false)
      load.begin({}, 0, false, caller)
    }
    expect(load.isFull(0, caller)).toBe(true)
  })

  it('is full for a caller that has used up its share, but not for others', () => {
    const load = new ReplicaLoad({ ...limits, maxPerCaller: 2 })
    const first = {}
    load.begin(first, 0, false, caller)
    load.begin({}, 0, false, caller)
    expect(load.isFull(0, caller)).toBe(true)
    expect(load.isFull(0, 'b')).toBe(false)
    load.end(first, caller)
    expect(load.isFull(0, caller)).toBe(false)
  })

  it('is full for a caller with several requests that have just begun, but not for others', () => {
    const load = new ReplicaLoad({ ...limits, maxNewPerCaller: 2 })
    const first = {}
    load.begin(first, 0, false, caller)
    load.begin({}, 500, false, caller)
    expect([load.isFull(999, caller), load.isFull(999, 'b')]).toEqual([true, false])
    expect(load.isFull(1000, caller)).toBe(false)
    load.begin({}, 1000, false, caller)
    expect(load.isFull(1000, caller)).toBe(true)
    load.end(first, caller)
    expect([load.isFull(1499, caller), load.isFull(1500, caller)]).toEqual([true, false])
  })

  it('does not count uploads that are still arriving as just begun', () => {
    const load = new ReplicaLoad({ ...limits, maxNewPerCaller: 1 })
    load.begin({}, 0, true, caller)
    expect(load.isFull(0, caller)).toBe(false)
    load.begin({}, 0, false, caller)
    expect(load.isFull(0, caller)).toBe(true)
  })

  it('does not count requests that are still arriving, or already answered, as late', () => {
    const load = new ReplicaLoad(limits)
    for (let taken = 0; taken < 50; taken += 1) {
      const request = {}
      load.begin(request, 0, taken % 2 === 0, caller)
      load.answer(request, 10)
    }
    expect(load.isFull(60_000, caller)).toBe(false)
  })

  it('is full while a replica with many requests is stalled, until it answers again', () => {
    const load = new ReplicaLoad(limits)
    const requests = Array.from({ length: 40 }, () => ({}))
    for (const request of requests) load.begin(request, 0, false, caller)
    expect(load.isFull(1999, caller)).toBe(false)
    expect(load.isFull(2000, caller)).toBe(true)
    for (const request of requests) {
      load.answer(request, 4000)
      load.end(request, caller)
    }
    expect(load.isFull(4000, caller)).toBe(false)
  })
})
