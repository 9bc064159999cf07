import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  cookieSession,
  createPlatformClient,
  type PlatformClient,
  type Session,
  type SessionStore,
} from '../src/index.ts'
import { identity } from '../src/areas/identity.ts'
import { scheduling } from '../src/areas/scheduling.ts'
import { failure, scriptedServer, testClock, type Seen, type Step } from './scripted-server.ts'

const session = { token: 't1', refreshToken: 'r1', workspaceId: 'w1' }
const expired: Step = { status: 401, body: failure('TOKEN_EXPIRED') }

/** Starts a server that only accepts the newest token and refresh token (t1, t2, …). */
const rotatingServer = (generation = 2) =>
  scriptedServer(({ path, headers, body }: Seen): Step => {
    if (path === '/v1/auth/refresh') {
      if ((JSON.parse(body) as Session).refreshToken !== `r${generation - 1}`)
        return { status: 401, body: failure('UNAUTHENTICATED') }
      return { status: 200, body: { token: `t${generation}`, refreshToken: `r${generation}`, expiresIn: 1 } }
    }
    return headers.authorization === `Bearer t${generation}`
      ? { status: 200, body: { clients: [] } }
      : expired
  })

const refreshes = (seen: Seen[]) => seen.filter(({ path }) => path === '/v1/auth/refresh')

describe('login session', () => {
  it('is refreshed only once for concurrent calls', async () => {
    const { url, seen } = await rotatingServer()
    const platform = createPlatformClient({ url, session })
    const { listClients } = platform.use(scheduling)
    await Promise.all(Array.from({ length: 10 }, () => listClients()))
    expect(refreshes(seen)).toHaveLength(1)
    expect(await platform.session()).toEqual({ token: 't2', refreshToken: 'r2', workspaceId: 'w1' })
  })

  it('is removed when the refresh is rejected', async () => {
    const { url, seen } = await scriptedServer(expired)
    const platform = createPlatformClient({ url, session })
    await expect(platform.use(scheduling).listClients()).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(await platform.session()).toBeNull()
    expect(seen).toHaveLength(2)
  })

  it('is kept when the refresh request gets no reply', async () => {
    const { url } = await scriptedServer(expired, 'break')
    const platform = createPlatformClient({ url, session, clock: testClock() })
    await expect(platform.use(scheduling).listClients()).rejects.toThrow('/auth/refresh')
    expect(await platform.session()).toEqual(session)
  })

  it('is not refreshed without a refresh token', async () => {
    const { url, seen } = await scriptedServer(expired)
    const platform = createPlatformClient({ url, session: { ...session, refreshToken: null } })
    await expect(platform.use(scheduling).listClients()).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
    expect(seen).toHaveLength(1)
  })

  it('is not restored by a refresh that finishes after a logout', async () => {
    const platform: { client?: PlatformClient } = {}
    const { url } = await scriptedServer(expired, async () => {
      await platform.client!.setSession(null)
      return { status: 200, body: { token: 't2', refreshToken: 'r2', expiresIn: 1 } }
    })
    platform.client = createPlatformClient({ url, session })
    await expect(platform.client.use(scheduling).listClients()).rejects.toMatchObject({ status: 401 })
    expect(await platform.client.session()).toBeNull()
  })

  it('is kept when the refresh takes too long', async () => {
    const { url } = await scriptedServer(expired, () => new Promise<Step>(() => undefined))
    const platform = createPlatformClient({ url, session, clock: testClock(), retries: 0, timeoutMs: 500 })
    await expect(platform.use(scheduling).listClients()).rejects.toThrow('/auth/refresh')
    expect(await platform.session()).toEqual(session)
  })

  it.each(['with', 'without'])(
    'is refreshed once by two clients that share a store, %s Web Locks',
    async (how) => {
      if (how === 'without') vi.stubGlobal('navigator', {})
      onTestFinished(() => void vi.unstubAllGlobals())
      const { url, seen } = await rotatingServer()
      let kept: Session | null = session
      const store: SessionStore = { load: () => kept, save: (next) => void (kept = next) }
      const [one, other] = [1, 2].map(() => createPlatformClient({ url, session: store }).use(scheduling))
      await Promise.all([one!.listClients(), other!.listClients()])
      expect(refreshes(seen)).toHaveLength(1)
      expect(kept).toMatchObject({ refreshToken: 'r2' })
    },
  )

  it('is not refreshed after a wrong password', async () => {
    const { url, seen } = await scriptedServer({ status: 401, body: failure('INVALID_CREDENTIALS') })
    const { reauthenticate } = createPlatformClient({ url, session }).use(identity)
    await expect(reauthenticate({ body: { password: 'no' } })).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    })
    expect(seen).toHaveLength(1)
  })

  it('starts when a login completes (not at the second-factor challenge) and ends at logout', async () => {
    const loggedIn = { token: 't7', refreshToken: 'r7', expiresIn: 1, workspace: { id: 'w7' } }
    const { url, seen } = await scriptedServer(
      { status: 200, body: { mfaRequired: true, challenge: {} } },
      { status: 200, body: loggedIn },
      { status: 204 },
    )
    const platform = createPlatformClient({ url })
    const { login, logout } = platform.use(identity)
    const body = { email: 'a@b.example', password: 'p' }
    await login({ body })
    expect(await platform.session()).toBeNull()
    await login({ body })
    expect(await platform.session()).toEqual({ token: 't7', refreshToken: 'r7', workspaceId: 'w7' })
    expect(await logout()).toBeNull()
    expect(seen[2]!.headers.authorization).toBe('Bearer t7')
    expect(await platform.session()).toBeNull()
  })

  it('is not used for open routes or for a call that passes its own token', async () => {
    const { url, seen } = await scriptedServer({ status: 200, body: {} })
    const platform = createPlatformClient({ url, session })
    await platform.use(identity).getJwks()
    await platform.use(scheduling).listClients({ token: 'mine', params: { workspaceId: 'w2' } })
    expect(seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/.well-known/jwks.json', undefined],
      ['/v1/workspace/w2/clients', 'Bearer mine'],
    ])
  })

  it('provides accessToken() with the current token, or with a new one if the current one was rejected', async () => {
    const { url } = await rotatingServer()
    const platform = createPlatformClient({ url, session })
    expect(await platform.accessToken()).toBe('t1')
    expect(await platform.accessToken('t1')).toBe('t2')
    expect(await platform.accessToken('t1')).toBe('t2')
    await platform.setSession(null)
    await expect(platform.accessToken()).rejects.toThrow('Not logged in')
  })
})

describe('API key', () => {
  const options = { apiKey: 'wpk_live_x', workspaceId: 'w1' }

  it('is sent with every call, and its workspace is in the path', async () => {
    const { url, seen } = await scriptedServer({ status: 200, body: { clients: [] } })
    const platform = createPlatformClient({ url, ...options })
    await platform.use(scheduling).listClients()
    expect(seen).toMatchObject([
      { path: '/v1/workspace/w1/clients', headers: { authorization: 'Bearer wpk_live_x' } },
    ])
    expect(await platform.session()).toBeNull()
    expect(await platform.accessToken('wpk_live_x')).toBe('wpk_live_x')
  })

  it('is not sent on open routes', async () => {
    const { url, seen } = await scriptedServer({ status: 200, body: {} })
    await createPlatformClient({ url, ...options })
      .use(identity)
      .forgetPassword({
        body: { email: 'owner@shop.example' },
      })
    expect(seen[0]!.headers.authorization).toBeUndefined()
  })

  it('is sent again after a rejection and never refreshed', async () => {
    const changed = await scriptedServer(expired, { status: 200, body: { clients: [] } })
    await createPlatformClient({ url: changed.url, ...options })
      .use(scheduling)
      .listClients()
    expect(changed.seen).toHaveLength(2)
    const revoked = await scriptedServer({ status: 401, body: failure('UNAUTHENTICATED') })
    const call = createPlatformClient({ url: revoked.url, ...options })
      .use(scheduling)
      .listClients()
    await expect(call).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    expect(revoked.seen.map(({ path }) => path)).toEqual([
      '/v1/workspace/w1/clients',
      '/v1/workspace/w1/clients',
    ])
  })

  it('is not replaced by a login', async () => {
    const { url } = await scriptedServer({ status: 200, body: {} })
    const platform = createPlatformClient({ url, ...options })
    await expect(platform.setSession(null)).rejects.toThrow('cannot log in')
  })
})

/** Returns a token that a browser can read the workspace from. */
const tokenFor = (workspaceId: string, name: string) =>
  `${name}.${btoa(JSON.stringify({ wid: workspaceId })).replace(/=+$/, '')}.s`

/** Returns a class of channels that reach each other, like the tabs of one browser. */
const tabsOfOneBrowser = () => {
  const all = new Set<{ onmessage: ((event: { data: unknown }) => void) | null }>()
  return class {
    onmessage: ((event: { data: unknown }) => void) | null = null
    constructor() {
      all.add(this)
    }
    postMessage(data: unknown) {
      for (const other of all) if (other !== this) other.onmessage?.({ data })
    }
  }
}

describe('cookieSession', () => {
  const issued = { refreshToken: 'secret', expiresIn: 900 }

  it('resumes a login from the cookie and keeps the refresh token out of memory', async () => {
    const token = tokenFor('w7', 'a')
    const { url, seen } = await scriptedServer({ status: 200, body: { token, ...issued } })
    const platform = createPlatformClient({ url, session: cookieSession({ Channel: tabsOfOneBrowser() }) })
    expect(await platform.session()).toEqual({ token, refreshToken: null, workspaceId: 'w7' })
    expect(await platform.session()).toEqual({ token, refreshToken: null, workspaceId: 'w7' })
    expect(seen.map(({ path, body }) => [path, body])).toEqual([['/v1/auth/refresh', '{}']])
  })

  it('returns null without a cookie and does not log out other tabs', async () => {
    const { url } = await scriptedServer({ status: 401, body: failure('UNAUTHENTICATED') })
    const changes: (Session | null)[] = []
    const Channel = tabsOfOneBrowser()
    const store = cookieSession({ Channel, onChange: (changed) => changes.push(changed) })
    await createPlatformClient({ url, session: store }).setSession(session)
    const second = createPlatformClient({ url, session: cookieSession({ Channel }) })
    expect(await second.session()).toBeNull()
    expect(changes).toEqual([{ ...session, refreshToken: null }])
  })

  it('refreshes with the cookie, and shares the new token and the logout with other tabs', async () => {
    const [old, fresh] = [tokenFor('w1', 'old'), tokenFor('w1', 'fresh')]
    const { url, seen } = await scriptedServer(({ path, headers }): Step => {
      if (path === '/v1/auth/refresh') return { status: 200, body: { token: fresh, ...issued } }
      if (path === '/v1/auth/logout') return { status: 204 }
      return headers.authorization === `Bearer ${fresh}` ? { status: 200, body: { clients: [] } } : expired
    })
    const changes: (string | null)[] = []
    const Channel = tabsOfOneBrowser()
    const first = createPlatformClient({ url, session: cookieSession({ Channel }) })
    const second = createPlatformClient({
      url,
      session: cookieSession({ Channel, onChange: (changed) => changes.push(changed?.token ?? null) }),
    })
    await first.setSession({ token: old, refreshToken: 'secret', workspaceId: 'w1' })
    await first.use(scheduling).listClients()
    await second.use(scheduling).listClients()
    expect(refreshes(seen)).toHaveLength(1)
    await first.use(identity).logout()
    expect(changes).toEqual([old, fresh, null])
    expect(refreshes(seen)).toHaveLength(1)
  })
})
