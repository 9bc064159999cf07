import { newWorkspace, visitorApi } from '@wp/testing'
import type { Api } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { enrolTotp, newChallenge, totpCode } from './second-factors.ts'
import { inviteMember, newestMessage, newMember, newRole, staffPassword } from './staff-members.ts'

const visitor = () => visitorApi(contract)

const isVerified = async (api: Pick<Api<typeof contract>, 'me'>) =>
  (await api.me()).body.account.emailVerified

describe('POST /auth/email/verify', () => {
  it('verifies the address with the token from the signup email, which works only once', async () => {
    const { api, email } = await newWorkspace(contract)
    expect(await isVerified(api)).toBe(false)
    const { token } = await newestMessage(email)
    expect((await visitor().verifyEmail({ body: { token: token! } })).status).toBe(204)
    expect(await isVerified(api)).toBe(true)
    expect(await visitor().verifyEmail({ body: { token: token! } })).toFailWith(422, 'VALIDATION_FAILED', {
      path: 'token',
    })
    expect(await visitor().verifyEmail.raw({ body: {} })).toFailWith(400, 'INVALID_REQUEST')
  })
})

describe('POST /auth/email/send', () => {
  it('sends a new token that invalidates the previous one, but sends nothing to a verified address', async () => {
    const { api, email } = await newWorkspace(contract)
    const { token: first } = await newestMessage(email)
    expect((await api.sendVerification()).status).toBe(202)
    const { token: second } = await newestMessage(email)
    expect(await visitor().verifyEmail({ body: { token: first! } })).toFailWith(422, 'VALIDATION_FAILED')
    expect((await visitor().verifyEmail({ body: { token: second! } })).status).toBe(204)
    expect((await api.sendVerification()).status).toBe(202)
    expect((await newestMessage(email)).token).toBe(second)
    expect(await visitor().sendVerification()).toFailWith(401, 'UNAUTHENTICATED')
  })

  it('returns 429 for the fourth email in 15 minutes', async () => {
    const { api } = await newWorkspace(contract)
    for (let sent = 0; sent < 3; sent += 1) expect((await api.sendVerification()).status).toBe(202)
    expect(await api.sendVerification()).toFailWith(429, 'RATE_LIMITED')
  })
})

describe('POST /auth/password/reset', () => {
  it('verifies the email address', async () => {
    const { email } = await newWorkspace(contract)
    await visitor().forgetPassword({ email })
    const { token } = await newestMessage(email)
    await visitor().resetPassword({ body: { token: token!, password: 'another-horse-2' } })
    const { body } = await visitor().login({ email, password: 'another-horse-2' })
    expect(body).toMatchObject({ account: { emailVerified: true } })
  })
})

describe('POST /auth/invitations/accept', () => {
  it("requires a new password, and removes the password, factors, sessions and reset tokens of someone who signed up with another person's address", async () => {
    const stranger = await newWorkspace(contract)
    const { email, password } = stranger
    await visitor().forgetPassword({ email })
    const { token: reset } = await newestMessage(email)
    const { secret } = await enrolTotp(stranger.api)
    const challenge = await newChallenge(stranger)

    const company = await newWorkspace(contract)
    const invited = await inviteMember(company, await newRole(company, ['clients.view']), email)
    const accept = (given?: string) =>
      visitor().acceptInvitation({ body: { token: invited.invitationToken, password: given } })
    expect(await accept()).toFailWith(422, 'VALIDATION_FAILED', { path: 'password' })
    expect(await accept('short')).toFailWith(422, 'VALIDATION_FAILED', { path: 'password' })
    const accepted = await accept('owner-horse-3')
    expect(accepted.body).toMatchObject({
      workspace: { id: company.workspaceId },
      account: { email, emailVerified: true },
    })

    expect(await visitor().login({ email, password })).toFailWith(401, 'INVALID_CREDENTIALS')
    await expect.poll(async () => (await stranger.api.me()).status).toBe(401)
    const { refreshToken } = stranger
    expect(await visitor().refresh({ refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    const answer = { challengeId: challenge.id, code: totpCode(secret, 1) }
    expect(await visitor().verifyLogin(answer)).toFailWith(401, 'MFA_FAILED')
    const resetting = await visitor().resetPassword({ body: { token: reset!, password: 'stranger-horse-4' } })
    expect(resetting).toFailWith(422, 'VALIDATION_FAILED')
    const login = await visitor().login({
      email,
      password: 'owner-horse-3',
      workspaceId: company.workspaceId,
    })
    expect(login.body).toHaveProperty('token')
  })

  it('ignores the given password for a verified account and requires its second factor', async () => {
    const [first, second] = [await newWorkspace(contract), await newWorkspace(contract)]
    const member = await newMember(first, ['clients.view'])
    await enrolTotp(member.api)
    const invited = await inviteMember(second, await newRole(second, []), member.email)
    const { body } = await visitor().acceptInvitation({
      body: { token: invited.invitationToken, password: 'ignored-horse-5' },
    })
    expect(body).toMatchObject({ mfaRequired: true })
    const ignored = await visitor().login({ email: member.email, password: 'ignored-horse-5' })
    expect(ignored).toFailWith(401, 'INVALID_CREDENTIALS')
    const asked = await visitor().login({ email: member.email, password: staffPassword })
    expect(asked.status).toBe(200)
  })

  it('verifies the email address', async () => {
    const workspace = await newWorkspace(contract)
    const member = await newMember(workspace, [])
    expect(await isVerified(member.api)).toBe(true)
  })
})
