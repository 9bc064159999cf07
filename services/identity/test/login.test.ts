import { newWorkspace, platform, visitorApi } from '@wp/testing'
import { describe, expect, it } from 'vitest'
import * as contract from '../src/contract.ts'
import { apiAs } from './staff-members.ts'

const visitor = () => visitorApi(contract)

const loggedIn = async (person: { email: string; password: string }) => {
  const { body } = await visitor().login({ email: person.email, password: person.password })
  if (!('token' in body)) throw new Error('The login returned no token')
  return body
}

describe('POST /auth/login', () => {
  it('returns the same reply for a wrong password, an unknown email and, at POST /auth/admin/login, an account that is not an admin', async () => {
    const { email } = await newWorkspace()
    const wrong = await visitor().login({ email, password: 'wrong-horse-1' })
    const unknown = await visitor().login({ email: `no-${email}`, password: 'wrong-horse-1' })
    expect(wrong).toFailWith(401, 'INVALID_CREDENTIALS')
    expect(unknown.body).toEqual(wrong.body)
    const notAdmin = await visitor().adminLogin({ email, password: 'correct-horse-1' })
    expect(notAdmin.body).toEqual(wrong.body)
  })

  it('rejects a missing password and an invalid email, as does POST /auth/admin/login', async () => {
    for (const call of [visitor().login, visitor().adminLogin]) {
      expect(await call.raw({ body: { email: 'a@b.c' } })).toFailWith(400, 'INVALID_REQUEST', {
        path: 'password',
      })
      expect(await call.raw({ body: { email: { $gt: '' }, password: 'x' } })).toFailWith(
        400,
        'INVALID_REQUEST',
        {
          path: 'email',
        },
      )
      const long = { email: `${'a'.repeat(250)}@shop.example`, password: 'x' }
      expect(await call(long)).toFailWith(422, 'VALIDATION_FAILED', { path: 'email' })
    }
  })

  it('returns the account, the workspace and an HttpOnly cookie', async () => {
    const { email, password, workspaceId } = await newWorkspace()
    const reply = await visitor().login({ email: ` ${email.toUpperCase()}`, password, workspaceId })
    expect(reply.body).toMatchObject({
      expiresIn: 3600,
      account: { email, role: 'owner' },
      workspace: { id: workspaceId },
    })
    expect(reply.headers.get('set-cookie')).toMatch(/^wp_refresh=[^;]+;.*Path=\/.*HttpOnly.*SameSite=Lax/)
  })
})

describe('POST /auth/admin/login', () => {
  it('logs in an admin with the permissions of their roles', async () => {
    const { email, password } = platform().admin
    const { body } = await visitor().adminLogin({ email, password })
    expect(body).toMatchObject({ account: { email, role: ['super-admin'], staffId: null } })
    if (!('token' in body)) throw new Error('The login returned no token')
    const me = await visitor().me({ token: body.token })
    expect(me.body.account.permissions).toEqual(['businesses.manage', 'plans.manage', 'dashboard.view'])
    expect(me.body).not.toHaveProperty('workspace')
  })
})

describe('POST /auth/refresh', () => {
  it('returns new tokens for a refresh token in the body or cookie', async () => {
    const { refreshToken } = await newWorkspace()
    const first = await visitor().refresh({ refreshToken })
    expect(first.status).toBe(200)
    const cookie = `wp_refresh=${first.body.refreshToken}`
    const second = await visitor().refresh({ headers: { cookie } })
    expect(second.status).toBe(200)
    expect((await visitor().me({ token: second.body.token })).status).toBe(200)
  })

  it('ends the login session when an old refresh token is used again', async () => {
    const { refreshToken } = await newWorkspace()
    const { body } = await visitor().refresh({ refreshToken })
    expect(await visitor().refresh({ refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    expect(await visitor().refresh({ refreshToken: body.refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    await expect.poll(async () => (await visitor().me({ token: body.token })).status).toBe(401)
  })

  it('accepts only one of twenty concurrent requests with the same token and ends the login session', async () => {
    const { refreshToken } = await newWorkspace()
    const replies = await Promise.all(Array.from({ length: 20 }, () => visitor().refresh({ refreshToken })))
    const [winner, ...others] = replies.filter(({ status }) => status === 200)
    expect(others).toEqual([])
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(19)
    const next = winner!.body
    expect(await visitor().refresh({ refreshToken: next.refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    await expect.poll(async () => (await visitor().me({ token: next.token })).status).toBe(401)
  })

  it('rejects a forged or missing refresh token and an access token', async () => {
    const { token } = await newWorkspace()
    for (const refreshToken of ['', 'x', token, `${'a'.repeat(24)}.0.${'A'.repeat(43)}`])
      expect(await visitor().refresh({ refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    expect(await visitor().refresh.raw({ body: { refreshToken: 7 } })).toFailWith(400, 'INVALID_REQUEST')
    expect(await visitor().refresh({ refreshToken: 'x'.repeat(4097) })).toFailWith(422, 'VALIDATION_FAILED')
    expect(await visitor().refresh()).toFailWith(401, 'UNAUTHENTICATED')
  })
})

describe('POST /auth/logout', () => {
  it('invalidates both tokens of the current login session only, and clears the cookie', async () => {
    const workspace = await newWorkspace(contract)
    const { token, refreshToken } = await loggedIn(workspace)
    const out = await visitor().logout({ token })
    expect(out.status).toBe(204)
    expect(out.headers.get('set-cookie')).toMatch(/^wp_refresh=;.*Max-Age=0/)
    await expect.poll(async () => (await visitor().me({ token })).status).toBe(401)
    expect((await visitor().logout({ token })).status).toBe(401)
    expect(await visitor().refresh({ refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    expect((await workspace.api.me()).status).toBe(200)
  })
})

describe('/auth/sessions', () => {
  it('lists login sessions with their IP addresses and ends one of them, which then returns 404', async () => {
    const workspace = await newWorkspace(contract)
    const { token, refreshToken } = await loggedIn(workspace)
    const { sessions } = (await workspace.api.listLoginSessions()).body
    expect(sessions).toHaveLength(2)
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', workspaceId: workspace.workspaceId })
    const other = sessions.find(({ isCurrent }) => !isCurrent)!
    expect((await workspace.api.endLoginSession({ params: { sessionId: other.id } })).status).toBe(204)
    await expect.poll(async () => (await visitor().me({ token })).status).toBe(401)
    expect(await visitor().refresh({ refreshToken })).toFailWith(401, 'UNAUTHENTICATED')
    expect((await workspace.api.listLoginSessions()).body.sessions).toHaveLength(1)
    const again = await workspace.api.endLoginSession({ params: { sessionId: other.id } })
    expect(again).toFailWith(404, 'NOT_FOUND')
  })

  it('returns 400 for a malformed session id and a limit of 0', async () => {
    const { api } = await newWorkspace(contract)
    expect(await api.endLoginSession({ params: { sessionId: 'x' } })).toFailWith(400, 'INVALID_ID')
    expect(await api.listLoginSessions({ query: { limit: 0 } })).toFailWith(400, 'INVALID_REQUEST')
  })

  it("returns 404 for another account's login session", async () => {
    const [one, two] = [await newWorkspace(contract), await newWorkspace(contract)]
    const [session] = (await two.api.listLoginSessions()).body.sessions
    const refused = await one.api.endLoginSession({ params: { sessionId: session!.id } })
    expect(refused).toFailWith(404, 'NOT_FOUND')
    expect((await apiAs(two.token, two.workspaceId).me()).status).toBe(200)
  })
})
