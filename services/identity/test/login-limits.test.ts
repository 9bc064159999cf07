import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownIdentity, password } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'
import { countStatuses } from './second-factors.ts'

let own: OwnIdentity

beforeAll(async () => {
  own = await ownIdentity({
    LOGIN_FAILURES_PER_ACCOUNT_AND_ADDRESS: '3',
    LOGIN_FAILURES_PER_ACCOUNT: '6',
    LOGIN_FAILURES_PER_ADDRESS: '8',
  })
})

afterAll(() => own.stop())

const from = (ip: string, headers: Record<string, string> = {}) => ({ 'x-forwarded-for': ip, ...headers })

const guess = (email: string, ip: string, given = 'wrong-horse-1', headers = {}) =>
  own.visitor.login({ body: { email, password: given }, headers: from(ip, headers) })

describe('POST /auth/login', () => {
  it('returns 429 for 15 minutes to an IP address that sent too many wrong passwords for an account, but not to others', async () => {
    const { email } = await own.signUp()
    for (let attempt = 0; attempt < 3; attempt += 1)
      expect(await guess(email, '192.0.2.1')).toFailWith(401, 'INVALID_CREDENTIALS')
    const refused = await guess(email, '192.0.2.1', password)
    expect(refused).toFailWith(429, 'RATE_LIMITED')
    const retryAfter = Number(refused.headers.get('retry-after'))
    expect(retryAfter).toBeGreaterThan(800)
    expect(retryAfter).toBeLessThanOrEqual(900)
    expect((await guess(email, '192.0.2.2', password)).status).toBe(200)
    await own.advance(15 * 60_000)
    expect((await guess(email, '192.0.2.1', password)).status).toBe(200)
  })

  it('shares one limit across spellings of an email and addresses in an IPv6 /64 network', async () => {
    const { email } = await own.signUp()
    const spellings = [email, email.toUpperCase(), ` ${email} `]
    for (const [index, spelling] of spellings.entries())
      expect(await guess(spelling, `2001:db8:1:1::${index + 1}`)).toFailWith(401, 'INVALID_CREDENTIALS')
    expect(await guess(email, '2001:db8:1:1:ffff::9')).toFailWith(429, 'RATE_LIMITED')
    expect(await guess(email, '2001:db8:1:2::1')).toFailWith(401, 'INVALID_CREDENTIALS')
  })

  it('returns 429 for an account under attack, except to a device that is logged in to it', async () => {
    const { email, refreshToken } = await own.signUp()
    for (let attempt = 0; attempt < 6; attempt += 1) await guess(email, `198.51.100.${attempt + 1}`)
    expect(await guess(email, '198.51.100.99', password)).toFailWith(429, 'RATE_LIMITED')
    const cookie = { cookie: `wp_refresh=${refreshToken}` }
    expect((await guess(email, '198.51.100.99', password, cookie)).status).toBe(200)
    const { refreshToken: strangers } = await own.signUp()
    const stranger = { cookie: `wp_refresh=${strangers}` }
    expect(await guess(email, '198.51.100.99', password, stranger)).toFailWith(429, 'RATE_LIMITED')
  })

  it('returns 429 to an IP address that guesses passwords for many accounts', async () => {
    for (let attempt = 0; attempt < 8; attempt += 1)
      expect(await guess(`unknown-${attempt}@shop.example`, '203.0.113.5')).toFailWith(
        401,
        'INVALID_CREDENTIALS',
      )
    expect(await guess('unknown-9@shop.example', '203.0.113.5')).toFailWith(429, 'RATE_LIMITED')
  })

  it('applies the same limit to concurrent guesses as to sequential ones', async () => {
    const { email } = await own.signUp()
    const counted = await countStatuses(Array.from({ length: 20 }, () => guess(email, '192.0.2.77')))
    expect(counted).toEqual({ 401: 3, 429: 17 })
  })

  it('accepts many concurrent logins with the correct password', async () => {
    const { email } = await own.signUp()
    const counted = await countStatuses(Array.from({ length: 8 }, () => guess(email, '192.0.2.78', password)))
    expect(counted).toEqual({ 200: 8 })
  })
})

describe('POST /auth/reauthenticate', () => {
  it('accepts the password on a device that is logged in to an account under attack, as does POST /auth/password/change', async () => {
    const { email, refreshToken, api } = await own.signUp()
    for (let attempt = 0; attempt < 6; attempt += 1) await guess(email, `198.51.100.${attempt + 1}`)
    expect(await api.reauthenticate({ body: { password } })).toFailWith(429, 'RATE_LIMITED')
    const headers = { cookie: `wp_refresh=${refreshToken}` }
    expect((await api.reauthenticate({ body: { password }, headers })).status).toBe(204)
    const change = { currentPassword: password, newPassword: 'another-horse-2' }
    expect((await api.changePassword({ body: change, headers })).status).toBe(200)
  })
})
