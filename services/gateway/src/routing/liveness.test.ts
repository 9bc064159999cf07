import { fixedClock } from '@wp/kernel'
import { expect, test } from 'vitest'
import { graceMs, liveness } from './liveness.ts'

const start = '2027-01-01T00:00:00.000Z'
const soon = Date.parse(start) + 10_000

/** A liveness that is connected and has been shown `keys`. */
const running = (...keys: string[]) => {
  const clock = fixedClock(start)
  const live = liveness([], clock)
  live.setConnected(true)
  live.setPresent(new Set(keys))
  clock.advance(graceMs)
  live.setConnected(true)
  return { live, clock, lease: soon + graceMs }
}

test('a replica is there while it is shown and its lease runs', () => {
  const { live, clock, lease } = running('a', 'b')
  expect(live.isLive('a', lease)).toBe(true)
  expect(live.isLive('c', lease)).toBe(false)
  clock.advance(20_000)
  expect(live.isLive('a', lease)).toBe(false)
})

test('a replica that says goodbye is gone at once', () => {
  const { live, lease } = running('a', 'b')
  live.setPresent(new Set(['b']))
  expect(live.isLive('a', lease)).toBe(false)
  expect(live.isLive('b', lease)).toBe(true)
})

test('while NATS is away leases do not count', () => {
  const { live, clock, lease } = running('a')
  live.setConnected(false)
  clock.advance(3_600_000)
  expect(live.isLive('a', lease)).toBe(true)
})

test.each([[[]], [['new']]])(
  'when NATS loses its data (%j is left) nobody is taken out until they had time to come back',
  (left) => {
    const { live, clock, lease } = running('a', 'b')
    live.setPresent(new Set(left))
    expect(live.isLive('a', lease)).toBe(true)
    live.setPresent(new Set([...left, 'b']))
    expect(live.isLive('a', lease)).toBe(true)
    clock.advance(graceMs)
    live.setConnected(true)
    expect(live.isLive('a', Number.MAX_SAFE_INTEGER)).toBe(false)
    expect(live.isLive('b', Number.MAX_SAFE_INTEGER)).toBe(true)
  },
)

test('when NATS comes back, leases that ran out meanwhile get time to be renewed', () => {
  const { live, clock, lease } = running('a')
  live.setConnected(false)
  clock.advance(60_000)
  live.setConnected(true)
  expect(live.isLive('a', lease)).toBe(true)
  clock.advance(graceMs)
  expect(live.isLive('a', lease)).toBe(false)
})

test('the first connection is no return: a goodbye right after it counts', () => {
  const live = liveness([], fixedClock(start))
  live.setPresent(new Set(['a', 'b']))
  live.setConnected(true)
  live.setPresent(new Set(['b']))
  expect(live.isLive('a', soon)).toBe(false)
})

test('those of the last run are there until NATS says who is', () => {
  const clock = fixedClock(start)
  const live = liveness(['old'], clock)
  live.setConnected(false)
  expect(live.isLive('old', 0)).toBe(true)
  live.setConnected(true)
  live.setPresent(new Set(['a']))
  expect(live.isLive('old', soon)).toBe(false)
  expect(live.isLive('a', soon)).toBe(true)
})
