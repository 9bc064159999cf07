import { expect, test } from 'vitest'
import { createPlatformClient, type PlatformClient, type Session, type SessionStore } from '../src/index.ts'
import { identity } from '../src/areas/identity.ts'
import { scheduling } from '../src/areas/scheduling.ts'
import { failure, scriptedServer, testClock, type Seen, type Step } from './scripted-server.ts'

const session = { token: 't1', refreshToken: 'r1', workspaceId: 'w1' }
const expired: Step = { status: 401, body: failure('TOKEN_EXPIRED') }

/** A platform whose tokens are good in the order t1, t2, …: a refresh takes the newest refresh token and ends the others. */
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

test('calls that find their token expired at the same time share one refresh', async () => {
  const { url, seen } = await rotatingServer()
  const platform = createPlatformClient({ url, session })
  const { listClients } = platform.use(scheduling)
  await Promise.all(Array.from({ length: 10 }, () => listClients()))
  expect(refreshes(seen)).toHaveLength(1)
  expect(await platform.session()).toEqual({ token: 't2', refreshToken: 'r2', workspaceId: 'w1' })
})

test('a session that has ended is forgotten, and the call says why it failed', async () => {
  const { url, seen } = await scriptedServer(expired)
  const platform = createPlatformClient({ url, session })
  await expect(platform.use(scheduling).listClients()).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  expect(await platform.session()).toBeNull()
  expect(seen).toHaveLength(2)
})

test('a refresh that got no reply keeps the session for another try', async () => {
  const { url } = await scriptedServer(expired, 'break')
  const platform = createPlatformClient({ url, session, clock: testClock() })
  await expect(platform.use(scheduling).listClients()).rejects.toThrow('/auth/refresh')
  expect(await platform.session()).toEqual(session)
})

test('a token without a refresh token is used as long as it works', async () => {
  const { url, seen } = await scriptedServer(expired)
  const platform = createPlatformClient({ url, session: { ...session, refreshToken: null } })
  await expect(platform.use(scheduling).listClients()).rejects.toMatchObject({ code: 'TOKEN_EXPIRED' })
  expect(seen).toHaveLength(1)
})

test('who logs out while a refresh is under way stays logged out', async () => {
  const platform: { client?: PlatformClient } = {}
  const { url } = await scriptedServer(expired, async () => {
    await platform.client!.setSession(null)
    return { status: 200, body: { token: 't2', refreshToken: 'r2', expiresIn: 1 } }
  })
  platform.client = createPlatformClient({ url, session })
  await expect(platform.client.use(scheduling).listClients()).rejects.toMatchObject({ status: 401 })
  expect(await platform.client.session()).toBeNull()
})

test('a kept session that another has refreshed is used as it is', async () => {
  const { url, seen } = await rotatingServer()
  let kept: Session | null = session
  const store: SessionStore = { load: () => kept, save: (next) => void (kept = next) }
  const [one, other] = [1, 2].map(() => createPlatformClient({ url, session: store }).use(scheduling))
  await Promise.all([one!.listClients(), other!.listClients()])
  expect(refreshes(seen)).toHaveLength(1)
  expect(kept).toMatchObject({ refreshToken: 'r2' })
})

test('a wrong password of somebody who is logged in refreshes nothing', async () => {
  const { url, seen } = await scriptedServer({ status: 401, body: failure('INVALID_CREDENTIALS') })
  const { reauthenticate } = createPlatformClient({ url, session }).use(identity)
  await expect(reauthenticate({ body: { password: 'no' } })).rejects.toMatchObject({
    code: 'INVALID_CREDENTIALS',
  })
  expect(seen).toHaveLength(1)
})

test('a login begins the session and logging out ends it; what asks for a second factor begins none', async () => {
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

test('open routes get no token, and a call may bring its own', async () => {
  const { url, seen } = await scriptedServer({ status: 200, body: {} })
  const platform = createPlatformClient({ url, session })
  await platform.use(identity).getJwks()
  await platform.use(scheduling).listClients({ token: 'mine', params: { workspaceId: 'w2' } })
  expect(seen.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/.well-known/jwks.json', undefined],
    ['/v1/workspace/w2/clients', 'Bearer mine'],
  ])
})

test('a token for other ways is the one in use, or a fresh one in place of a refused one', async () => {
  const { url } = await rotatingServer()
  const platform = createPlatformClient({ url, session })
  expect(await platform.accessToken()).toBe('t1')
  expect(await platform.accessToken('t1')).toBe('t2')
  expect(await platform.accessToken('t1')).toBe('t2')
  await platform.setSession(null)
  await expect(platform.accessToken()).rejects.toThrow('Nobody is logged in')
})
