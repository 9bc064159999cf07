import { Secret, TOTP } from 'otpauth'
import { describe, expect, it } from 'vitest'
import { findStep, newTotpSecret, toOtpauthUrl } from './totp.ts'

const rfcSecret = Secret.fromUTF8('12345678901234567890').base32

describe('findStep', () => {
  // The SHA-1 vectors of RFC 6238, appendix B. They have eight digits, of which the test uses the last six.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('accepts the RFC 6238 test vector at second %i', (seconds, digits) => {
    const step = Math.floor(seconds / 30)
    expect(findStep(rfcSecret, digits.slice(2), new Date(seconds * 1000))).toBe(step)
  })

  it('accepts a code that is one time step early or late, but not two', () => {
    const secret = newTotpSecret()
    const now = new Date('2027-03-10T09:00:10.000Z')
    const step = Math.floor(now.getTime() / 30_000)
    const codeOf = (away: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() + away * 30_000 })
    expect([-1, 0, 1].map((away) => findStep(secret, codeOf(away), now))).toEqual([step - 1, step, step + 1])
    const far = [-2, 2].map(codeOf).filter((code) => ![-1, 0, 1].map(codeOf).includes(code))
    expect(far.length).toBeGreaterThan(0)
    expect(far.map((code) => findStep(secret, code, now))).toEqual(far.map(() => null))
  })

  it('rejects a code that is not six digits', () => {
    for (const code of ['', '12345', '1234567', '12345a', '１２３４５６', ' 94287'])
      expect(findStep(rfcSecret, code, new Date(59_000))).toBeNull()
  })
})

describe('toOtpauthUrl', () => {
  it('returns a URL with the account, the secret and the parameters', () => {
    const url = new URL(toOtpauthUrl(rfcSecret, 'ann@shop.example'))
    expect(url.protocol).toBe('otpauth:')
    expect(decodeURIComponent(url.pathname)).toContain('ann@shop.example')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      secret: rfcSecret,
      digits: '6',
      period: '30',
      algorithm: 'SHA1',
    })
  })
})
