import { eventually, newWorkspace, openTestDatabase, platform, uniqueName, visitorApi } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { accountTokenCollection } from '../src/accounts/account-token.store.ts'
import * as contract from '../src/contract.ts'
import { messageCollection } from '../src/messages/message.store.ts'
import { ownIdentity, password } from './own-identity.ts'
import type { OwnIdentity } from './own-identity.ts'
import { enrolTotp, newChallenge, totpCode, wrongTotpCode } from './second-factors.ts'
import { newestMessage } from './staff-members.ts'

const visitor = () => visitorApi(contract)

const prefix = `${uniqueName('t')}_`

let own: OwnIdentity

beforeAll(async () => {
  own = await ownIdentity({ DATABASE_PREFIX: prefix })
})

afterAll(() => own.stop())

describe('POST /auth/password/reset', () => {
  it('sets a new password, accepts the token only once and ends all login sessions', async () => {
    const workspace = await newWorkspace(contract)
    const { email } = workspace
    expect((await visitor().forgetPassword({ email: email.toUpperCase() })).status).toBe(202)
    const { token } = await newestMessage(email)
    const weak = await visitor().resetPassword({ body: { token: token!, password: 'short' } })
    expect(weak).toFailWith(422, 'VALIDATION_FAILED', { path: 'password' })
    const attempts = await Promise.all(
      Array.from({ length: 4 }, () =>
        visitor().resetPassword({ body: { token: token!, password: 'another-horse-2' } }),
      ),
    )
    expect(attempts.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(attempts.filter(({ status }) => status === 422)).toHaveLength(3)
    await expect.poll(async () => (await workspace.api.me()).status).toBe(401)
    expect(await visitor().login({ email, password: workspace.password })).toFailWith(
      401,
      'INVALID_CREDENTIALS',
    )
    expect((await visitor().login({ email, password: 'another-horse-2' })).status).toBe(200)
  })

  it('returns 422 for an invalid token and 400 for a missing field, as does POST /auth/password/forgot for an invalid or missing email', async () => {
    expect(await visitor().forgetPassword({ email: 'not an address' })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await visitor().forgetPassword.raw({ body: {} })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'email',
    })
    expect(await visitor().resetPassword({ body: { token: 'x', password: 'another-horse-2' } })).toFailWith(
      422,
      'VALIDATION_FAILED',
      { path: 'token' },
    )
    expect(await visitor().resetPassword.raw({ body: { token: 'x' } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it('accepts a token for only one hour', async () => {
    const askForMail = async () => {
      const { email } = await own.signUp()
      await own.visitor.forgetPassword({ email })
      return (await own.visitor.listOutbox({ query: { to: email } })).body.messages[0]!.token!
    }
    const reset = (token: string) =>
      own.visitor.resetPassword({ body: { token, password: 'another-horse-2' } })
    const [inTime, late] = [await askForMail(), await askForMail()]
    await own.advance(59 * 60_000)
    expect((await reset(inTime)).status).toBe(200)
    await own.advance(2 * 60_000)
    expect(await reset(late)).toFailWith(422, 'VALIDATION_FAILED', { path: 'token' })
  })

  it("requires at least twelve characters for an admin's password", async () => {
    const { email } = platform().admin
    await visitor().forgetPassword({ email })
    const { token } = await eventually(() => newestMessage(email))
    const weak = await visitor().resetPassword({ body: { token: token!, password: 'short-one-1' } })
    expect(weak).toFailWith(422, 'VALIDATION_FAILED', { path: 'password' })
  })
})

describe('POST /auth/password/forgot', () => {
  it('returns the same reply for an unknown address but sends no email', async () => {
    const known = await visitor().forgetPassword({ email: (await newWorkspace()).email })
    const unknown = await visitor().forgetPassword({ email: 'unknown@shop.example' })
    expect(unknown.body).toEqual(known.body)
    expect(unknown.status).toBe(202)
    const { messages } = (await visitor().listOutbox({ query: { to: 'unknown@shop.example' } })).body
    expect(messages).toEqual([])
  })

  it('sends at most three emails in 15 minutes and returns the same reply for further requests', async () => {
    const { email } = await newWorkspace()
    for (let time = 0; time < 5; time += 1)
      expect((await visitor().forgetPassword({ email })).status).toBe(202)
    const { messages } = (await visitor().listOutbox({ query: { to: email } })).body
    expect(messages.filter(({ subject }) => subject === 'Reset your password')).toHaveLength(3)
  })

  it('writes the same number of records for known and unknown addresses', async () => {
    const db = await openTestDatabase(`${prefix}identity`, {
      collections: [messageCollection, accountTokenCollection],
    })
    onTestFinished(() => db.close())
    const [messages, tokens] = [db.global(messageCollection)(), db.global(accountTokenCollection)()]
    const countWritten = async (email: string) => {
      const before = [await messages.count(), await tokens.count()]
      expect((await own.visitor.forgetPassword({ email })).status).toBe(202)
      return [(await messages.count()) - before[0]!, (await tokens.count()) - before[1]!]
    }
    const { email } = await own.signUp()
    expect(await countWritten(email)).toEqual([1, 1])
    expect(await countWritten('unknown@shop.example')).toEqual([1, 1])
  })
})

describe('POST /auth/password/change', () => {
  it('ends the other login sessions but not the current one', async () => {
    const workspace = await newWorkspace(contract)
    const { email } = workspace
    const { body: other } = await visitor().login({ email, password: workspace.password })
    if (!('token' in other)) throw new Error('The login returned no token')
    const change = { currentPassword: workspace.password, newPassword: 'another-horse-2' }
    expect((await workspace.api.changePassword(change)).status).toBe(200)
    expect(await workspace.api.changePassword(change)).toFailWith(401, 'INVALID_CREDENTIALS')
    expect((await workspace.api.me()).status).toBe(200)
    await expect.poll(async () => (await visitor().me({ token: other.token })).status).toBe(401)
    expect(await visitor().refresh({ refreshToken: other.refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
  })

  it('invalidates earlier reset tokens and login challenges', async () => {
    const workspace = await newWorkspace(contract)
    const { email } = workspace
    const { secret } = await enrolTotp(workspace.api)
    const challenge = await newChallenge(workspace)
    await visitor().forgetPassword({ email })
    const { token } = await newestMessage(email)
    const change = { currentPassword: workspace.password, newPassword: 'another-horse-2' }
    expect((await workspace.api.changePassword(change)).status).toBe(200)
    const reset = await visitor().resetPassword({ body: { token: token!, password: 'stolen-horse-3' } })
    expect(reset).toFailWith(422, 'VALIDATION_FAILED', { path: 'token' })
    const answer = { challengeId: challenge.id, code: totpCode(secret, 1) }
    expect(await visitor().verifyLogin(answer)).toFailWith(401, 'MFA_FAILED')
  })

  it('rejects a wrong current password, a weak new one and missing fields', async () => {
    const workspace = await newWorkspace(contract)
    const change = { currentPassword: workspace.password, newPassword: 'another-horse-2' }
    const wrong = await workspace.api.changePassword({ ...change, currentPassword: 'wrong-horse-1' })
    expect(wrong).toFailWith(401, 'INVALID_CREDENTIALS')
    const weak = await workspace.api.changePassword({ ...change, newPassword: 'no-digit-here' })
    expect(weak).toFailWith(422, 'VALIDATION_FAILED', { path: 'newPassword' })
    expect(await workspace.api.changePassword.raw({ body: {} })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('POST /auth/reauthenticate', () => {
  it('is required for password and second-factor changes ten minutes after login, and then allows them', async () => {
    const { api, email } = await own.signUp()
    const { secret, methodId } = await enrolTotp(api, own.clock.now().getTime())
    await own.advance(10 * 60_000 + 1)
    const params = { methodId }
    const refusals = [
      await api.changePassword({ currentPassword: password, newPassword: 'another-horse-2' }),
      await api.setUpTotp(),
      await api.confirmTotp({ code: '123456' }),
      await api.startPhone({}),
      await api.makeMethodPrimary({ params }),
      await api.deleteMethod({ params }),
      await api.generateBackupCodes(),
      await api.regenerateBackupCodes(),
    ]
    for (const refused of refusals) expect(refused).toFailWith(403, 'REAUTHENTICATION_REQUIRED')
    expect((await api.listMethods()).status).toBe(200)

    expect(await api.reauthenticate({ password: 'wrong-horse-1' })).toFailWith(401, 'INVALID_CREDENTIALS')
    expect(await api.reauthenticate({ code: wrongTotpCode(secret, own.clock.now().getTime()) })).toFailWith(
      401,
      'MFA_FAILED',
    )
    expect(await api.reauthenticate({ body: {} })).toFailWith(400, 'INVALID_REQUEST')
    expect(await api.reauthenticate({ password, code: '1' })).toFailWith(400, 'INVALID_REQUEST')
    expect((await api.reauthenticate({ password })).status).toBe(204)
    expect((await api.makeMethodPrimary({ params })).status).toBe(200)
    const { body } = await own.visitor.login({ email, password })
    expect(body).toHaveProperty('mfaRequired')
  })

  it('accepts a second-factor code only once', async () => {
    const { api } = await newWorkspace(contract)
    const { secret, backupCodes } = await enrolTotp(api)
    const code = totpCode(secret, 1)
    expect((await api.reauthenticate({ code })).status).toBe(204)
    expect(await api.reauthenticate({ code })).toFailWith(401, 'MFA_FAILED')
    expect((await api.reauthenticate({ code: backupCodes[3]! })).status).toBe(204)
  })
})
