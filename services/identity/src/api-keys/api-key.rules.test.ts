import { describe, expect, it } from 'vitest'
import { apiKeyTokenSeconds, checkExpiry, tokenSeconds, toPrefix } from './api-key.rules.ts'

const now = new Date('2027-03-10T09:00:00.000Z')
const after = (ms: number) => new Date(now.getTime() + ms)

describe('toPrefix', () => {
  it("shows the secret's kind and four of its characters", () => {
    expect(toPrefix('wpk_live_AbCdEfGhIjKl')).toBe('wpk_live_AbCd')
  })
})

describe('checkExpiry', () => {
  it('accepts a future time or none', () => {
    for (const value of ['2027-03-10T09:00:00.001Z', null, undefined])
      expect(() => checkExpiry(value, now)).not.toThrow()
  })

  it('rejects the current time and past times', () => {
    for (const value of ['2027-03-10T09:00:00.000Z', '2026-01-01T00:00:00.000Z'])
      expect(() => checkExpiry(value, now)).toThrow('expiresAt must be in the future')
  })
})

describe('tokenSeconds', () => {
  it('returns the usual lifetime when neither the key nor the secret expires soon', () => {
    expect(tokenSeconds(now, [null, null])).toBe(apiKeyTokenSeconds)
    expect(tokenSeconds(now, [after(86_400_000), null])).toBe(apiKeyTokenSeconds)
  })

  it('returns the time until the key or the secret expires, whichever is earlier, rounded up to a second', () => {
    expect(tokenSeconds(now, [after(60_000), after(10_500)])).toBe(11)
    expect(tokenSeconds(now, [after(60_000), null])).toBe(60)
    expect(tokenSeconds(now, [null, after(1)])).toBe(1)
  })
})
