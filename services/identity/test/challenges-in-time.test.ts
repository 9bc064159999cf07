import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownIdentity, password } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'
import { enrolTotp, statusesOf, totpCode, wrongTotpCode } from './second-factors.ts'

let own: OwnIdentity
beforeAll(async () => {
  own = await ownIdentity()
})
afterAll(() => own.stop())

const now = () => own.clock.now().getTime()
let lastNumber = 0
const newPhone = () => `+1415555${String(1000 + (lastNumber += 1))}`

const challengeOf = async (email: string) => {
  const { body } = await own.visitor.login({ email, password })
  if (!('challenge' in body)) throw new Error('no second factor was asked for')
  return body.challenge.id
}

const codesSentTo = async (phone: string) =>
  (await own.visitor.listOutbox({ query: { to: phone } })).body.messages.map(({ code }) => code!)

/** The one code, unless chance made it equal to the other. */
const differing = (code: string, other: string) =>
  code === other ? String((Number(code) + 1) % 1_000_000).padStart(6, '0') : code

const ownerWithPhone = async () => {
  const owner = await own.signUp()
  const phone = newPhone()
  const { challengeId } = (await owner.api.startPhone({ phone })).body
  await owner.api.verifyPhone({ challengeId, code: (await codesSentTo(phone))[0]! })
  return { ...owner, phone }
}

test('a challenge is dead after five minutes, also for the right code', async () => {
  const { email, api } = await own.signUp()
  const { secret } = await enrolTotp(api, now())
  const challengeId = await challengeOf(email)
  await own.advance(5 * 60_000)
  const late = await own.visitor.verifyLogin({ challengeId, code: totpCode(secret, 0, now()) })
  expect(late).toFailWith(401, 'MFA_FAILED')
})

test('a code is sent again three times, a minute apart; only the last one counts', async () => {
  const { email, phone } = await ownerWithPhone()
  const challengeId = await challengeOf(email)
  expect((await own.visitor.sendLoginCode({ challengeId })).status).toBe(200)
  for (let again = 0; again < 3; again += 1) {
    expect(await own.visitor.sendLoginCode({ challengeId })).toFailWith(429, 'RATE_LIMITED')
    await own.advance(60_000)
    expect((await own.visitor.sendLoginCode({ challengeId })).status).toBe(200)
  }
  await own.advance(60_000)
  const [newest, older] = (await codesSentTo(phone)) as [string, string]
  expect(await own.visitor.sendLoginCode({ challengeId })).toFailWith(429, 'RATE_LIMITED')
  const stale = await own.visitor.verifyLogin({ challengeId, code: differing(older, newest) })
  expect(stale).toFailWith(401, 'MFA_FAILED')
  expect((await own.visitor.verifyLogin({ challengeId, code: newest })).status).toBe(200)
})

test('twenty requests at once send one code', async () => {
  const { email, phone } = await ownerWithPhone()
  const challengeId = await challengeOf(email)
  const before = (await codesSentTo(phone)).length
  const sends = Array.from({ length: 20 }, () => own.visitor.sendLoginCode({ challengeId }))
  expect((await statusesOf(sends))[200]).toBe(1)
  expect(await codesSentTo(phone)).toHaveLength(before + 1)
})

test('of 50 posts of one right phone code one succeeds', async () => {
  const { email, phone } = await ownerWithPhone()
  const challengeId = await challengeOf(email)
  const other = await challengeOf(email)
  await own.visitor.sendLoginCode({ challengeId })
  const [code] = await codesSentTo(phone)
  const posts = Array.from({ length: 50 }, (_, index) =>
    own.visitor.verifyLogin({ challengeId: index % 2 ? challengeId : other, code: code! }),
  )
  expect((await statusesOf(posts))[200]).toBe(1)
})

test('the number that is enrolled is the one the code was sent to', async () => {
  const { api } = await own.signUp()
  const [first, second] = [newPhone(), newPhone()]
  const { challengeId } = (await api.startPhone({ phone: first })).body
  const [code] = await codesSentTo(first)
  await own.advance(60_000)
  const { challengeId: later } = (await api.startPhone({ phone: second })).body
  const [codeOfSecond] = await codesSentTo(second)
  const swapped = await api.verifyPhone({ challengeId: later, code: differing(code!, codeOfSecond!) })
  expect(swapped).toFailWith(401, 'MFA_FAILED')
  const { method } = (await api.verifyPhone({ challengeId, code: code! })).body
  expect(method.hint).toBe(`•••• ${first.slice(-4)}`)
})

test('an account starts the enrolment of a phone four times in a quarter of an hour, whatever numbers', async () => {
  const { api } = await own.signUp()
  for (let time = 0; time < 4; time += 1) {
    expect((await api.startPhone({ phone: newPhone() })).status).toBe(200)
    await own.advance(60_000)
  }
  expect(await api.startPhone({ phone: newPhone() })).toFailWith(429, 'RATE_LIMITED')
})

test('after 30 wrong codes an account waits a quarter of an hour, over all its challenges', async () => {
  const { email, api } = await own.signUp()
  const { secret } = await enrolTotp(api, now())
  const wrong = wrongTotpCode(secret, now())
  for (let round = 0; round < 6; round += 1) {
    const challengeId = await challengeOf(email)
    for (let attempt = 0; attempt < 5; attempt += 1)
      await own.visitor.verifyLogin({ challengeId, code: wrong })
  }
  const challengeId = await challengeOf(email)
  const code = totpCode(secret, 1, now())
  expect(await own.visitor.verifyLogin({ challengeId, code })).toFailWith(429, 'RATE_LIMITED')
  await own.advance(15 * 60_000)
  const fresh = { challengeId: await challengeOf(email), code: totpCode(secret, 0, now()) }
  expect((await own.visitor.verifyLogin(fresh)).status).toBe(200)
})

test('a set-up that waits for more than a quarter of an hour cannot be confirmed', async () => {
  const { api } = await own.signUp()
  const { secret } = (await api.setUpTotp()).body
  await own.advance(15 * 60_000)
  await api.reauthenticate({ password })
  expect(await api.confirmTotp({ code: totpCode(secret, 0, now()) })).toFailWith(401, 'MFA_FAILED')
})

test('an access token expires after an hour, a refresh token after 30 days without use', async () => {
  const { api, refreshToken } = await own.signUp()
  await own.advance(3_600_001)
  expect(await api.me()).toFailWith(401, 'TOKEN_EXPIRED')
  const { body } = await own.visitor.refresh({ refreshToken })
  expect((await own.as(body.token).me()).status).toBe(200)
  await own.advance(30 * 86_400_000 + 1)
  expect(await own.visitor.refresh({ refreshToken: body.refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
})
