import { describe, expect, it } from 'vitest'
import { checkUse, windowStart } from './callback-use.rules.ts'

const limit = { windowMs: 3_600_000, updates: 3, bytes: 100 }
const now = new Date('2027-03-10T09:20:00.000Z')

describe('windowStart', () => {
  it('returns the start of the hour or day', () => {
    expect(windowStart(limit, now)).toEqual(new Date('2027-03-10T09:00:00.000Z'))
    expect(windowStart({ ...limit, windowMs: 86_400_000 }, now)).toEqual(new Date('2027-03-10T00:00:00.000Z'))
  })
})

describe('checkUse', () => {
  const startsAt = windowStart(limit, now)

  it('accepts updates up to the limit', () => {
    expect(() => checkUse(limit, { startsAt, updates: 3, bytes: 100 }, 'job', now)).not.toThrow()
  })

  it.each([
    { updates: 4, bytes: 1 },
    { updates: 1, bytes: 101 },
  ])('throws RATE_LIMITED until the window ends for %j', (used) => {
    const error = expect.objectContaining({ code: 'RATE_LIMITED', retryAfterSeconds: 2400 }) as Error
    expect(() => checkUse(limit, { startsAt, ...used }, 'job', now)).toThrow(error)
  })
})
