import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { anonymousCaller } from './caller.ts'
import { shareOf } from './shares.ts'
import { UnfinishedBodies } from './unfinished-bodies.ts'

const tickMs = 250
const caller = anonymousCaller('192.0.2.1')
const other = anonymousCaller('192.0.2.2')
let now = 0

beforeEach(() => {
  now = 0
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const start = () => new UnfinishedBodies(shareOf(8, 25), { idleMs: 5000, bytesPerSecond: 16_000 })

/** Begins a body; `wasCutOff` is true when it was too slow. */
const begin = (bodies: UnfinishedBodies) => {
  const socket = { bytesRead: 100 }
  const body = bodies.begin(caller, socket)
  const watched = { socket, body, wasCutOff: false }
  body.onSlow = () => {
    watched.wasCutOff = true
    body.end()
  }
  return watched
}
const pass = (ms: number, onTick: () => void = () => undefined): void => {
  for (let passed = 0; passed < ms; passed += tickMs) {
    onTick()
    now += tickMs
    vi.advanceTimersByTime(tickMs)
  }
}

describe('UnfinishedBodies', () => {
  it('cuts off a body that pauses for more than five seconds', () => {
    const watched = begin(start())
    watched.socket.bytesRead += 1_000_000
    pass(5000)
    expect(watched.wasCutOff).toBe(false)
    pass(1000)
    expect(watched.wasCutOff).toBe(true)
  })

  it('cuts off a body that arrives more slowly than the minimum rate, and keeps a faster one', () => {
    const bodies = start()
    const [slow, fast] = [begin(bodies), begin(bodies)]
    pass(30_000, () => {
      slow.socket.bytesRead += 1000
      fast.socket.bytesRead += 4500
    })
    expect([slow.wasCutOff, fast.wasCutOff]).toEqual([true, false])
  })

  it('does not count time during which the gateway was stalled or not reading', () => {
    const bodies = start()
    const [stalled, paused] = [begin(bodies), begin(bodies)]
    paused.body.isReading = false
    now += 60_000
    vi.advanceTimersByTime(tickMs)
    expect(stalled.wasCutOff).toBe(false)
    pass(10_000)
    expect([stalled.wasCutOff, paused.wasCutOff]).toEqual([true, false])
  })

  it('limits the bodies per caller and in total', () => {
    const bodies = start()
    const first = begin(bodies)
    begin(bodies)
    expect(() => begin(bodies)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
    bodies.begin(other, { bytesRead: 0 })
    first.body.end()
    first.body.end()
    begin(bodies)
    expect(() => begin(bodies)).toThrow(expect.objectContaining({ code: 'RATE_LIMITED' }))
    for (const last of ['3', '4', '5']) bodies.begin(anonymousCaller(`192.0.2.${last}`), { bytesRead: 0 })
    bodies.begin(anonymousCaller('192.0.2.5'), { bytesRead: 0 })
    bodies.begin(anonymousCaller('192.0.2.6'), { bytesRead: 0 })
    expect(() => bodies.begin(anonymousCaller('192.0.2.7'), { bytesRead: 0 })).toThrow(
      expect.objectContaining({ code: 'UNAVAILABLE' }),
    )
  })

  it('stops its timer when no body is left', () => {
    const { body } = begin(start())
    expect(vi.getTimerCount()).toBe(1)
    body.end()
    expect(vi.getTimerCount()).toBe(0)
  })
})
