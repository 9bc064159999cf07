import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ownIdentity, password } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'
import { enrolTotp, countStatuses, totpCode, wrongTotpCode } from './second-factors.ts'

let own: OwnIdentity

beforeAll(async () => {
  own = await ownIdentity()
})

afterAll(() => own.stop())

const now = () => own.clock.now().getTime()

let lastNumber = 0

const newPhone = () => `+1415555${String(1000 + (lastNumber += 1))}`

const newChallengeFor = async (email: string) => {
  const { body } = await own.visitor.login({ email, password })
  if (!('challenge' in body)) throw new Error('The login did not require a second factor')
  return body.challenge.id
}

const listCodesSentTo = async (phone: string) =>
  (await own.visitor.listOutbox({ query: { to: phone } })).body.messages.map(({ code }) => code!)

/** Returns `code`, or a different code when `code` equals `other`. */
const differing = (code: string, other: string) =>
  code === other ? String((Number(code) + 1) % 1_000_000).padStart(6, '0') : code

const ownerWithPhone = async () => {
  const owner = await own.signUp()
  const phone = newPhone()
  const { challengeId } = (await owner.api.startPhone({ phone })).body
  await owner.api.verifyPhone({ challengeId, code: (await listCodesSentTo(phone))[0]! })
  return { ...owner, phone }
}

describe('POST /auth/mfa/verify', () => {
  it('rejects even the correct code after five minutes', async () => {
    const { email, api } = await own.signUp()
    const { secret } = await enrolTotp(api, now())
    const challengeId = await newChallengeFor(email)
    await own.advance(5 * 60_000)
    const late = await own.visitor.verifyLogin({ challengeId, code: totpCode(secret, 0, now()) })
    expect(late).toFailWith(401, 'MFA_FAILED')
  })

  it('accepts a phone code only once across 50 concurrent requests', async () => {
    const { email, phone } = await ownerWithPhone()
    const challengeId = await newChallengeFor(email)
    const other = await newChallengeFor(email)
    await own.visitor.sendLoginCode({ challengeId })
    const [code] = await listCodesSentTo(phone)
    const posts = Array.from({ length: 50 }, (_, index) =>
      own.visitor.verifyLogin({ challengeId: index % 2 ? challengeId : other, code: code! }),
    )
    expect((await countStatuses(posts))[200]).toBe(1)
  })

  it('blocks an account for 15 minutes after 30 wrong codes across challenges', async () => {
    const { email, api } = await own.signUp()
    const { secret } = await enrolTotp(api, now())
    const wrong = wrongTotpCode(secret, now())
    for (let round = 0; round < 6; round += 1) {
      const challengeId = await newChallengeFor(email)
      for (let attempt = 0; attempt < 5; attempt += 1)
        await own.visitor.verifyLogin({ challengeId, code: wrong })
    }
    const challengeId = await newChallengeFor(email)
    const code = totpCode(secret, 1, now())
    expect(await own.visitor.verifyLogin({ challengeId, code })).toFailWith(429, 'RATE_LIMITED')
    await own.advance(15 * 60_000)
    const fresh = { challengeId: await newChallengeFor(email), code: totpCode(secret, 0, now()) }
    expect((await own.visitor.verifyLogin(fresh)).status).toBe(200)
  })
})

describe('POST /auth/mfa/phone/send', () => {
  it('resends a code at most three times, at least a minute apart, and accepts only the last code', async () => {
    const { email, phone } = await ownerWithPhone()
    const challengeId = await newChallengeFor(email)
    expect((await own.visitor.sendLoginCode({ challengeId })).status).toBe(200)
    for (let again = 0; again < 3; again += 1) {
      expect(await own.visitor.sendLoginCode({ challengeId })).toFailWith(429, 'RATE_LIMITED')
      await own.advance(60_000)
      expect((await own.visitor.sendLoginCode({ challengeId })).status).toBe(200)
    }
    await own.advance(60_000)
    const [newest, older] = (await listCodesSentTo(phone)) as [string, string]
    expect(await own.visitor.sendLoginCode({ challengeId })).toFailWith(429, 'RATE_LIMITED')
    const stale = await own.visitor.verifyLogin({ challengeId, code: differing(older, newest) })
    expect(stale).toFailWith(401, 'MFA_FAILED')
    expect((await own.visitor.verifyLogin({ challengeId, code: newest })).status).toBe(200)
  })

  it('sends one code for twenty concurrent requests', async () => {
    const { email, phone } = await ownerWithPhone()
    const challengeId = await newChallengeFor(email)
    const before = (await listCodesSentTo(phone)).length
    const sends = Array.from({ length: 20 }, () => own.visitor.sendLoginCode({ challengeId }))
    expect(await countStatuses(sends)).toEqual({ 200: 1, 429: 19 })
    expect(await listCodesSentTo(phone)).toHaveLength(before + 1)
  })
})

describe('POST /workspace/mfa/phone/verify', () => {
  it('enrolls the phone number that the code was sent to', async () => {
    const { api } = await own.signUp()
    const [first, second] = [newPhone(), newPhone()]
    const { challengeId } = (await api.startPhone({ phone: first })).body
    const [code] = await listCodesSentTo(first)
    await own.advance(60_000)
    const { challengeId: later } = (await api.startPhone({ phone: second })).body
    const [codeOfSecond] = await listCodesSentTo(second)
    const swapped = await api.verifyPhone({ challengeId: later, code: differing(code!, codeOfSecond!) })
    expect(swapped).toFailWith(401, 'MFA_FAILED')
    const { method } = (await api.verifyPhone({ challengeId, code: code! })).body
    expect(method.hint).toBe(`•••• ${first.slice(-4)}`)
  })
})

describe('POST /workspace/mfa/phone/start', () => {
  it('allows four requests per account in 15 minutes, even for different numbers', async () => {
    const { api } = await own.signUp()
    for (let time = 0; time < 4; time += 1) {
      expect((await api.startPhone({ phone: newPhone() })).status).toBe(200)
      await own.advance(60_000)
    }
    expect(await api.startPhone({ phone: newPhone() })).toFailWith(429, 'RATE_LIMITED')
  })
})

describe('POST /workspace/mfa/totp/confirm', () => {
  it('rejects a setup that is older than 15 minutes', async () => {
    const { api } = await own.signUp()
    const { secret } = (await api.setUpTotp()).body
    await own.advance(15 * 60_000)
    await api.reauthenticate({ password })
    expect(await api.confirmTotp({ code: totpCode(secret, 0, now()) })).toFailWith(401, 'MFA_FAILED')
  })
})

describe('a login session', () => {
  it('has access tokens that expire after an hour and refresh tokens that expire after 30 days without use', async () => {
    const { api, refreshToken } = await own.signUp()
    await own.advance(3_600_001)
    expect(await api.me()).toFailWith(401, 'TOKEN_EXPIRED')
    const { body } = await own.visitor.refresh({ refreshToken })
    expect((await own.as(body.token).me()).status).toBe(200)
    await own.advance(30 * 86_400_000 + 1)
    expect(await own.visitor.refresh({ refreshToken: body.refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
  })
})
