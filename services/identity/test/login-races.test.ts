import type { Principal } from '@wp/auth'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endLoginSession } from '../src/login-sessions/login-session.actions.ts'
import { listNewestMessages } from '../src/messages/message.actions.ts'
import {
  confirmTotp,
  generateBackupCodes,
  makeMethodPrimary,
  regenerateBackupCodes,
} from '../src/mfa/mfa-enrolment.actions.ts'
import { changePassword, forgetPassword, resetPassword } from '../src/passwords/password.actions.ts'
import { reauthenticate } from '../src/reauthentication/reauthentication.actions.ts'
import { ownDeps, password } from './own-deps.ts'
import type { OwnDeps } from './own-deps.ts'

let own: OwnDeps

beforeAll(async () => {
  own = await ownDeps()
})

afterAll(() => own.close())

const origin = { ip: '192.0.2.1', refreshToken: undefined }

const reset = async (email: string, newPassword = 'owners-horse-2') => {
  await forgetPassword(own.deps, email)
  const [mail] = await listNewestMessages(own.deps, email, 1)
  await resetPassword(own.deps, { token: mail!.token!, password: newPassword })
}

const change = (principal: Principal, newPassword: string, deps = own.deps) =>
  changePassword(deps, principal, { currentPassword: password, newPassword }, origin)

const hasPassword = async (accountId: string, text: string) => {
  const { passwordHash } = await own.deps.accounts.get(accountId)
  return own.deps.passwords.verify(passwordHash, text)
}

const isActive = async (sessionId: string) => (await own.deps.loginSessions.find(sessionId))?.endedAt === null

describe('login', () => {
  it('fails when the password is reset after it was compared', async () => {
    const { email, accountId } = await own.newOwner()
    const racing = own.withMeanwhile('verify', () => reset(email))
    await expect(own.logIn(email, racing)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const now = own.clock.now()
    expect((await own.deps.loginSessions.page(accountId, now, { page: 1, limit: 10 })).items).toEqual([])
  })

  it('fails for an account with a second factor when the password is reset after it was compared', async () => {
    const { email, accountId, principal } = await own.newOwner()
    await confirmTotp(own.deps, await principal(), await own.startTotp(accountId))
    const racing = own.withMeanwhile('verify', () => reset(email))
    await expect(own.logIn(email, racing)).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
  })

  it('starts a session that ends when a factor is enrolled after the factors were read', async () => {
    const { email, accountId, principal } = await own.newOwner()
    const enrolling = await principal()
    const setup = await own.startTotp(accountId)
    const { paused, resume } = own.pauseBefore('login_sessions', 'insert')
    const loggingIn = own.logIn(email)
    await paused
    const waiting = own.nextOperation('accounts', 'update')
    const enrolled = confirmTotp(own.deps, enrolling, setup)
    await Promise.race([enrolled, waiting])
    resume()
    const { sessionId } = await loggingIn
    await enrolled
    expect(await isActive(sessionId)).toBe(false)
    expect(await isActive(enrolling.sessionId)).toBe(true)
  })
})

describe('changePassword', () => {
  it('fails when the password is changed in the same login session after it was compared', async () => {
    const { accountId, principal } = await own.newOwner()
    const shared = await principal()
    const racing = own.withMeanwhile('hash', () => change(shared, 'owners-horse-2'))
    await expect(change(shared, 'thiefs-horse-3', racing)).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(await hasPassword(accountId, 'owners-horse-2')).toBe(true)
  })

  it('fails when the login session ends after the password was compared', async () => {
    const { accountId, principal } = await own.newOwner()
    const [owner, thief] = [await principal(), await principal()]
    const racing = own.withMeanwhile('hash', () => endLoginSession(own.deps, thief.sessionId, owner))
    await expect(change(thief, 'thiefs-horse-3', racing)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await hasPassword(accountId, password)).toBe(true)
    expect(await isActive(owner.sessionId)).toBe(true)
  })
})

describe('reauthenticate', () => {
  it('fails when the password is changed in the same login session after it was compared', async () => {
    const { principal } = await own.newOwner()
    const shared = await principal()
    const before = await own.deps.loginSessions.find(shared.sessionId)
    own.clock.advance(1000)
    const racing = own.withMeanwhile('verify', () => change(shared, 'owners-horse-2'))
    await expect(reauthenticate(racing, shared, { password }, origin)).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    const after = await own.deps.loginSessions.find(shared.sessionId)
    expect(after!.reauthenticatedAt).toEqual(before!.reauthenticatedAt)
  })
})

describe('confirmTotp', () => {
  it('fails in a login session that has ended, as do other changes to second factors', async () => {
    const { accountId, principal } = await own.newOwner()
    const [owner, thief] = [await principal(), await principal()]
    const { factor } = await confirmTotp(own.deps, owner, await own.startTotp(accountId))
    expect(await isActive(thief.sessionId)).toBe(false)
    const setup = await own.startTotp(accountId)
    const changes = [
      () => confirmTotp(own.deps, thief, setup),
      () => makeMethodPrimary(own.deps, thief, factor.id),
      () => regenerateBackupCodes(own.deps, thief),
    ]
    for (const each of changes) await expect(each()).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(await own.deps.factors.findConfirmed(accountId, 'totp')).toMatchObject({ id: factor.id })
    expect(await isActive(owner.sessionId)).toBe(true)
    await own.deps.factors.removeTypeIf(accountId, 'backup-codes')
    await expect(generateBackupCodes(own.deps, thief)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
  })
})
