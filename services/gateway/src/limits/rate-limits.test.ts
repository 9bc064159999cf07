import { fixedClock } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { rateLimits } from './rate-limits.ts'

const quotas = { default: 3, signup: 1, auth: 2, webhook: 3, order: 3, model: 3 }
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

  it('caps its memory use for many addresses and still rejects recent offenders', () => {
    const clock = fixedClock(start)
    const limits = rateLimits(quotas, clock)
    for (let i = 0; i < 100_000; i += 1) limits.consume(`flood-${i}`, 'default')
    for (let i = 0; i < 4; i += 1) limits.consume('late', 'default')
    for (let i = 0; i < 10; i += 1) limits.consume(`more-${i}`, 'default')
    expect(limits.consume('late', 'default').retryAfterSeconds).toBe(60)
  })
})
