import { newId } from '@wp/kernel'
import { newWorkspace, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { enrolTotp, newChallenge, countStatuses, totpCode, wrongTotpCode } from './second-factors.ts'
import { apiAs, newestMessage, newMember, staffPassword } from './staff-members.ts'

const visitor = () => visitorApi(contract)

describe('POST /workspace/mfa/totp/confirm', () => {
  it('enrolls an authenticator app as the primary method and returns backup codes', async () => {
    const { api, email } = await newWorkspace(contract)
    const { body: setup } = await api.setUpTotp()
    expect(setup.qrCode).toMatch(/^data:image\/png;base64,/)
    expect(setup.otpauthUrl).toContain(encodeURIComponent(email))
    const confirmed = await api.confirmTotp({ code: totpCode(setup.secret) })
    expect(confirmed.body.method).toMatchObject({
      id: setup.methodId,
      type: 'totp',
      isPrimary: true,
      lastUsedAt: null,
    })
    expect(confirmed.body.backupCodes).toHaveLength(10)
    expect(await api.confirmTotp({ code: totpCode(setup.secret) })).toFailWith(404, 'NOT_FOUND')
    expect((await api.countBackupCodes()).body.count).toBe(10)
    const { methods } = (await api.listMethods()).body
    expect(methods.map(({ type, isPrimary }) => [type, isPrimary])).toEqual([
      ['totp', true],
      ['backup-codes', false],
    ])
  })

  it('accepts only the newest setup and rejects it after five wrong codes', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.confirmTotp({ code: '123456' })).toFailWith(404, 'NOT_FOUND')
    const { body: first } = await api.setUpTotp()
    const { body: second } = await api.setUpTotp()
    const withFirst = await api.confirmTotp({ code: wrongTotpCode(second.secret), methodId: first.methodId })
    expect(withFirst).toFailWith(404, 'NOT_FOUND')
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await api.confirmTotp({ code: wrongTotpCode(second.secret) })).toFailWith(401, 'MFA_FAILED')
    expect(await api.confirmTotp({ code: totpCode(second.secret) })).toFailWith(401, 'MFA_FAILED')
    expect(await api.confirmTotp.raw({ body: { code: 123456 } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'code',
    })
    expect(await api.confirmTotp({ code: '1'.repeat(41) })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'code',
    })
  })

  it("ends the account's other login sessions", async () => {
    const workspace = await newWorkspace(contract)
    const { body: other } = await visitor().login({ email: workspace.email, password: workspace.password })
    if (!('token' in other)) throw new Error('The login returned no token')
    await enrolTotp(workspace.api)
    const elsewhere = apiAs(other.token, workspace.workspaceId)
    await expect.poll(async () => (await elsewhere.me()).status).toBe(401)
    expect((await workspace.api.me()).status).toBe(200)
    expect(await visitor().refresh({ refreshToken: other.refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
  })

  it('enrolls an authenticator app for staff, who cannot enroll a phone', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, [])
    const { backupCodes } = await enrolTotp(member.api)
    expect(await member.api.startPhone({})).toFailWith(403, 'FORBIDDEN')
    expect(await member.api.verifyPhone({ challengeId: newId(), code: '1' })).toFailWith(403, 'FORBIDDEN')
    const { id: challengeId } = await newChallenge({ email: member.email, password: staffPassword })
    const { body } = await visitor().verifyLogin({ challengeId, code: backupCodes[0]! })
    expect(body.account).toMatchObject({ role: 'staff', staffId: member.staffId })
  })
})

describe('POST /auth/mfa/verify', () => {
  it('completes a login with a new code but not with the code that confirmed the setup', async () => {
    const workspace = await newWorkspace(contract)
    const { body: setup } = await workspace.api.setUpTotp()
    const code = totpCode(setup.secret)
    await workspace.api.confirmTotp({ code })
    const challenge = await newChallenge(workspace)
    expect(challenge.methods.map(({ type }) => type)).toEqual(['totp', 'backup-codes'])
    const challengeId = challenge.id
    expect(await visitor().verifyLogin({ challengeId, code })).toFailWith(401, 'MFA_FAILED')
    const entered = await visitor().verifyLogin({ challengeId, code: totpCode(setup.secret, 1) })
    expect(entered.body).toMatchObject({
      account: { role: 'owner' },
      workspace: { id: workspace.workspaceId },
    })
    expect(entered.headers.get('set-cookie')).toMatch(/^wp_refresh=.*HttpOnly.*SameSite=Lax/)
    expect((await apiAs(entered.body.token, workspace.workspaceId).me()).status).toBe(200)
  })

  it("rejects future and overlong codes, codes for another method and unknown challenges, and POST /admin/mfa/verify rejects an owner's code", async () => {
    const workspace = await newWorkspace(contract)
    const { secret, methodId } = await enrolTotp(workspace.api)
    const { id: challengeId, methods } = await newChallenge(workspace)
    const other = methods.find(({ type }) => type === 'backup-codes')!
    const drifted = totpCode(secret, 3)
    expect(await visitor().verifyLogin({ challengeId, code: drifted })).toFailWith(401, 'MFA_FAILED')
    const code = totpCode(secret, 1)
    const mismatch = await visitor().verifyLogin({ challengeId, code, methodId: other.id })
    expect(mismatch).toFailWith(401, 'MFA_FAILED')
    expect(await visitor().verifyAdminLogin({ challengeId, code })).toFailWith(401, 'MFA_FAILED')
    expect(await visitor().verifyLogin({ challengeId: newId(), code })).toFailWith(401, 'MFA_FAILED')
    expect(await visitor().verifyLogin({ challengeId: 'x', code })).toFailWith(400, 'INVALID_REQUEST')
    expect(await visitor().verifyLogin({ challengeId, code: '1'.repeat(41) })).toFailWith(
      422,
      'VALIDATION_FAILED',
    )
    expect((await visitor().verifyLogin({ challengeId, code, methodId })).status).toBe(200)
  })

  it('rejects even the correct code after five wrong ones', async () => {
    const workspace = await newWorkspace(contract)
    const { secret } = await enrolTotp(workspace.api)
    const { id: challengeId } = await newChallenge(workspace)
    const wrong = wrongTotpCode(secret)
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(await visitor().verifyLogin({ challengeId, code: wrong })).toFailWith(401, 'MFA_FAILED')
    const right = { challengeId, code: totpCode(secret, 1) }
    expect(await visitor().verifyLogin(right)).toFailWith(401, 'MFA_FAILED')
    const { id: fresh } = await newChallenge(workspace)
    expect((await visitor().verifyLogin({ ...right, challengeId: fresh })).status).toBe(200)
  })

  it('accepts a backup code once and rejects all old codes after they were regenerated', async () => {
    const workspace = await newWorkspace(contract)
    const { backupCodes } = await enrolTotp(workspace.api)
    const [first, second] = backupCodes as [string, string]
    const answer = async (code: string) =>
      visitor().verifyLogin({ challengeId: (await newChallenge(workspace)).id, code })
    const entered = await answer(first.toLowerCase())
    expect(entered.status).toBe(200)
    expect(await answer(first)).toFailWith(401, 'MFA_FAILED')
    const api = apiAs(entered.body.token, workspace.workspaceId)
    expect((await api.countBackupCodes()).body.count).toBe(9)
    expect(await api.generateBackupCodes()).toFailWith(409, 'CONFLICT')
    const { codes } = (await api.regenerateBackupCodes()).body
    expect(codes).toHaveLength(10)
    expect(await answer(second)).toFailWith(401, 'MFA_FAILED')
    expect((await answer(codes[0]!)).status).toBe(200)
  })

  it('accepts the correct code only once across 100 concurrent requests', async () => {
    const workspace = await newWorkspace(contract)
    const { secret } = await enrolTotp(workspace.api)
    const { id: challengeId } = await newChallenge(workspace)
    const code = totpCode(secret, 1)
    const counted = await countStatuses(
      Array.from({ length: 100 }, () => visitor().verifyLogin({ challengeId, code })),
    )
    expect(counted[200]).toBe(1)
    expect((counted[401] ?? 0) + (counted[429] ?? 0)).toBe(99)
  })

  it.for(['authenticator app', 'backup code'])(
    'accepts the same code (%s) only once across 50 concurrent requests for ten challenges',
    async (kind) => {
      const workspace = await newWorkspace(contract)
      const { secret, backupCodes } = await enrolTotp(workspace.api)
      const challenges = await Promise.all(Array.from({ length: 10 }, () => newChallenge(workspace)))
      const code = kind === 'backup code' ? backupCodes[0]! : totpCode(secret, 1)
      const posts = challenges.flatMap(({ id: challengeId }) =>
        Array.from({ length: 5 }, () => visitor().verifyLogin({ challengeId, code })),
      )
      expect((await countStatuses(posts))[200]).toBe(1)
    },
  )

  it('checks only five of 50 concurrent guesses', async () => {
    const workspace = await newWorkspace(contract)
    const { secret } = await enrolTotp(workspace.api)
    const { id: challengeId } = await newChallenge(workspace)
    const wrong = wrongTotpCode(secret)
    await countStatuses(Array.from({ length: 50 }, () => visitor().verifyLogin({ challengeId, code: wrong })))
    const late = await visitor().verifyLogin({ challengeId, code: totpCode(secret, 1) })
    expect(late).toFailWith(401, 'MFA_FAILED')
    const lookedAt = await workspace.api.listWorkspaceAudit({ query: { action: 'mfa.failed' } })
    expect(lookedAt.body.entries).toHaveLength(5)
  })
})

describe('POST /workspace/mfa/backup-codes/generate', () => {
  it('creates backup codes without making logins require a second factor', async () => {
    const workspace = await newWorkspace(contract)
    expect((await workspace.api.countBackupCodes()).body.count).toBe(0)
    expect((await workspace.api.generateBackupCodes()).body.codes).toHaveLength(10)
    const { body } = await visitor().login({ email: workspace.email, password: workspace.password })
    expect(body).toHaveProperty('token')
  })
})

describe('POST /workspace/mfa/phone/verify', () => {
  it('enrolls a phone and logs in with the codes sent to it, and rejects wrong and used codes, a code for another challenge and immediate resends', async () => {
    const workspace = await newWorkspace(contract)
    const phone = `+1415555${String(Date.now() % 10_000).padStart(4, '0')}`
    const started = await workspace.api.startPhone({ phone })
    expect(started.body.hint).toBe(`•••• ${phone.slice(-4)}`)
    expect(await workspace.api.startPhone({ phone })).toFailWith(429, 'RATE_LIMITED')
    const { challengeId } = started.body
    const { code } = await newestMessage(phone)
    expect(code).toMatch(/^\d{6}$/)
    const other = code === '000000' ? '000001' : '000000'
    expect(await workspace.api.verifyPhone({ challengeId, code: other })).toFailWith(401, 'MFA_FAILED')
    const verified = await workspace.api.verifyPhone({ challengeId, code: code! })
    expect(verified.body.method).toMatchObject({ type: 'phone', isPrimary: true })
    expect(await workspace.api.verifyPhone({ challengeId, code: code! })).toFailWith(401, 'MFA_FAILED')
    expect((await workspace.api.getWorkspace()).body.workspace.phoneVerified).toBe(false)

    const { id: login } = await newChallenge(workspace)
    expect((await visitor().sendLoginCode({ challengeId: login })).body.hint).toBe(started.body.hint)
    expect(await visitor().sendLoginCode({ challengeId: login })).toFailWith(429, 'RATE_LIMITED')
    const sent = (await newestMessage(phone)).code
    const { id: elsewhere } = await newChallenge(workspace)
    expect(await visitor().verifyLogin({ challengeId: elsewhere, code: sent! })).toFailWith(401, 'MFA_FAILED')
    expect((await visitor().verifyLogin({ challengeId: login, code: sent! })).status).toBe(200)
    expect(await visitor().sendLoginCode({ challengeId: login })).toFailWith(401, 'MFA_FAILED')
  })

  it("marks the workspace's phone number as verified until it changes", async () => {
    const phone = `+1415555${String((Date.now() + 5_000) % 10_000).padStart(4, '0')}`
    const workspace = await newWorkspace(contract)
    await workspace.api.updateWorkspace({ phone })
    const { challengeId } = (await workspace.api.startPhone()).body
    await workspace.api.verifyPhone({ challengeId, code: (await newestMessage(phone)).code! })
    const shown = (await workspace.api.getWorkspace()).body.workspace
    expect(shown).toMatchObject({ phone, phoneVerified: true, requirePhoneVerification: false })
    await workspace.api.updateWorkspace({ phone: '+14155550100' })
    expect((await workspace.api.getWorkspace()).body.workspace.phoneVerified).toBe(false)
  })
})

describe('/workspace/mfa/phone and POST /auth/mfa/phone/send', () => {
  it('rejects invalid numbers and codes, and sends no login code to a phone that is not enrolled', async () => {
    const workspace = await newWorkspace(contract)
    expect(await workspace.api.startPhone({ phone: '0415' })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'phone',
    })
    expect(await workspace.api.startPhone.raw({ body: { phone: 4 } })).toFailWith(400, 'INVALID_REQUEST', {
      path: 'phone',
    })
    expect(await workspace.api.verifyPhone({ challengeId: newId(), code: '123456' })).toFailWith(
      401,
      'MFA_FAILED',
    )
    expect(await workspace.api.verifyPhone({ challengeId: 'x', code: '1' })).toFailWith(
      400,
      'INVALID_REQUEST',
    )
    const long = { challengeId: newId(), code: '1'.repeat(41) }
    expect(await workspace.api.verifyPhone(long)).toFailWith(422, 'VALIDATION_FAILED')
    await enrolTotp(workspace.api)
    const { id: challengeId } = await newChallenge(workspace)
    expect(await visitor().sendLoginCode({ challengeId })).toFailWith(404, 'NOT_FOUND')
    expect(await visitor().sendLoginCode({ challengeId: 'x' })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('/workspace/mfa/methods/:methodId', () => {
  it('keeps exactly one primary method, which cannot be the backup codes, and deletes the backup codes with the last other method', async () => {
    const phone = `+1415555${String((Date.now() + 7_000) % 10_000).padStart(4, '0')}`
    const workspace = await newWorkspace(contract)
    const { methodId } = await enrolTotp(workspace.api)
    const { challengeId } = (await workspace.api.startPhone({ phone })).body
    const { code } = await newestMessage(phone)
    const { method } = (await workspace.api.verifyPhone({ challengeId, code: code! })).body
    expect(method.isPrimary).toBe(false)
    const primary = await workspace.api.makeMethodPrimary({ params: { methodId: method.id } })
    expect(primary.body.method).toMatchObject({ id: method.id, isPrimary: true })
    const { methods } = (await workspace.api.listMethods()).body
    expect(methods.filter(({ isPrimary }) => isPrimary).map(({ id }) => id)).toEqual([method.id])
    const codes = methods.find(({ type }) => type === 'backup-codes')!
    const refused = await workspace.api.makeMethodPrimary({ params: { methodId: codes.id } })
    expect(refused).toFailWith(422, 'VALIDATION_FAILED')
    expect((await workspace.api.deleteMethod({ params: { methodId: method.id } })).status).toBe(204)
    const left = (await workspace.api.listMethods()).body.methods
    expect(left.find(({ isPrimary }) => isPrimary)?.id).toBe(methodId)
    await workspace.api.deleteMethod({ params: { methodId } })
    expect((await workspace.api.listMethods()).body.methods).toEqual([])
  })

  it('returns 404 for an unknown or deleted method and 400 for a malformed id', async () => {
    const workspace = await newWorkspace(contract)
    const { methodId } = await enrolTotp(workspace.api)
    await workspace.api.deleteMethod({ params: { methodId } })
    for (const unknown of [methodId, newId()]) {
      expect(await workspace.api.deleteMethod({ params: { methodId: unknown } })).toFailWith(404, 'NOT_FOUND')
      expect(await workspace.api.makeMethodPrimary({ params: { methodId: unknown } })).toFailWith(
        404,
        'NOT_FOUND',
      )
    }
    expect(await workspace.api.deleteMethod({ params: { methodId: 'x' } })).toFailWith(400, 'INVALID_ID')
    expect(await workspace.api.makeMethodPrimary({ params: { methodId: 'x' } })).toFailWith(400, 'INVALID_ID')
  })
})
