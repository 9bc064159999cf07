import { fixedClock } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { rateLimits } from './rate-limits.ts'

const quotas = {
  default: 3,
  signup: 1,
  auth: 2,
  webhook: 3,
  order: 3,
  booking: 3,
  attempt: 3,
  model: 3,
  large: 3,
  redelivery: 3,
  orderPerStore: 2,
  apiKey: 2,
}
const start = '2027-01-01T00:00:00.000Z'

describe('rateLimits', () => {
  it('allows requests up to the limit and then returns the time to wait', () => {
    const clock = fixedClock(start)
    const limits = rateLimits(quotas, clock)
    for (let i = 0; i < 3; i += 1) expect(limits.consume('a', 'default').retryAfterSeconds).toBeNull()
    clock.advance(20_000)
    expect(limits.consume('a', 'default')).toEqual({
      policy: '"default";q=3;w=60',
      state: '"default";r=0;t=40',
      retryAfterSeconds: 40,
    })
  })

  it('counts a request toward its class and the default limit', () => {
    const limits = rateLimits(quotas, fixedClock(start))
    expect(limits.consume('a', 'signup')).toEqual({
      policy: '"default";q=3;w=60, "signup";q=1;w=60',
      state: '"default";r=2;t=60, "signup";r=0;t=60',
      retryAfterSeconds: null,
    })
    expect(limits.consume('a', 'signup').retryAfterSeconds).toBe(60)
    expect(limits.consume('a', 'auth').retryAfterSeconds).toBeNull()
    expect(limits.consume('a', 'auth').retryAfterSeconds).toBe(60)
  })

  it('counts each client separately', () => {
    const limits = rateLimits(quotas, fixedClock(start))
    for (let i = 0; i < 4; i += 1) limits.consume('a', 'default')
    expect(limits.consume('b', 'default').retryAfterSeconds).toBeNull()
  })

  it('counts orders per client and store, and per client in total', () => {
    const limits = rateLimits({ ...quotas, default: 100, order: 5 }, fixedClock(start))
    const order = (client: string, store: string) => limits.consume(client, 'order', store).retryAfterSeconds
    expect(limits.consume('a', 'order', 'one')).toEqual({
      policy: '"default";q=100;w=60, "order";q=5;w=60, "order-per-store";q=2;w=60',
      state: '"default";r=99;t=60, "order";r=4;t=60, "order-per-store";r=1;t=60',
      retryAfterSeconds: null,
    })
    expect([order('a', 'one'), order('a', 'one')]).toEqual([null, 60])
    expect([order('a', 'two'), order('b', 'one')]).toEqual([null, null])
    expect([order('a', 'three'), order('a', 'four')]).toEqual([null, 60])
  })

  it('resets after a minute', () => {
    const clock = fixedClock(start)
    const limits = rateLimits(quotas, clock)
    for (let i = 0; i < 4; i += 1) limits.consume('a', 'default')
    clock.advance(60_000)
    expect(limits.consume('a', 'default')).toMatchObject({
      state: '"default";r=2;t=60',
      retryAfterSeconds: null,
    })
  })

  it('returns the status without counting a request', () => {
    const limits = rateLimits(quotas, fixedClock(start))
    for (let i = 0; i < 9; i += 1) limits.peek('a')
    expect(limits.consume('a', 'default').state).toBe('"default";r=2;t=60')
  })

  it('still rejects a recent offender after requests from 100,000 other addresses', () => {
    const clock = fixedClock(start)
    const limits = rateLimits(quotas, clock)
    for (let i = 0; i < 100_000; i += 1) limits.consume(`flood-${i}`, 'default')
    for (let i = 0; i < 4; i += 1) limits.consume('late', 'default')
    for (let i = 0; i < 10; i += 1) limits.consume(`more-${i}`, 'default')
    expect(limits.consume('late', 'default').retryAfterSeconds).toBe(60)
  })

  it('counts requests of an API key separately from those of its address', () => {
    const limits = rateLimits(quotas, fixedClock(start))
    const status = () => limits.consume('a', 'default')
    expect(limits.consumeKey('k', status())).toEqual({
      policy: '"default";q=3;w=60, "api-key";q=2;w=60',
      state: '"default";r=2;t=60, "api-key";r=1;t=60',
      retryAfterSeconds: null,
    })
    expect(limits.consumeKey('k', status()).retryAfterSeconds).toBeNull()
    expect(limits.consumeKey('k', status()).retryAfterSeconds).toBe(60)
    expect(limits.consumeKey('other', limits.peek('b')).retryAfterSeconds).toBeNull()
  })
})
