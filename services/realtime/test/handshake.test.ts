import { adminToken, claimsOf, eventually, inProcess, newWorkspace, platform, signToken } from '@wp/testing'
import { connectRealtime } from '@workspace-platform/client/realtime'
import { describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { realtime } from '../src/service.ts'
import { connect, connectReady, subscribe, waitUntilOpen } from './clients.ts'
import { startReplicaOfPlatform } from './replicas.ts'

describe('WebSocket connection', () => {
  it.each(['/v1', '/api/v1'])('accepts a token in the subprotocol under %s', async (prefix) => {
    const { token } = await newWorkspace()
    const url = `${platform().gatewayUrl}${prefix}/realtime`
    const client = connect(['wp.v1', `bearer.${token}`], { url })
    expect(await client.next()).toEqual({ type: 'ready' })
    expect(client.socket.protocol).toBe('wp.v1')
    client.send({ type: 'ping' })
    expect(await client.next()).toEqual({ type: 'pong' })
  })

  it('accepts a token in an auth message and answers earlier frames after ready', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1'])
    await waitUntilOpen(client)
    client.send({ type: 'ping' })
    client.send({ type: 'auth', token })
    expect([await client.next(), await client.next()]).toEqual([{ type: 'ready' }, { type: 'pong' }])
  })

  it('closes with 4401 for an invalid token', async () => {
    const client = connect(['wp.v1'])
    await waitUntilOpen(client)
    client.send({ type: 'auth', token: 'not.a.token' })
    expect((await client.closed).code).toBe(4401)
  })

  it('closes with 4401 when no token arrives', async () => {
    const client = connect(['wp.v1'])
    expect((await client.closed).code).toBe(4401)
  })

  it('closes with 4401 after a logout', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1', `bearer.${token}`])
    await client.next()
    await fetch(`${platform().gatewayUrl}/v1/auth/logout`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect((await client.closed).code).toBe(4401)
  })

  it('answers two bad frames with an error and closes with 4400 on the third', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1', `bearer.${token}`])
    await client.next()
    for (const frame of ['{', '{"type":"shout"}']) {
      client.send(frame)
      expect(await client.next()).toMatchObject({ type: 'error', error: { code: 'INVALID_REQUEST' } })
    }
    client.send('[]')
    expect((await client.closed).code).toBe(4400)
  })

  it('closes with 1009 for a frame over 64 KiB', async () => {
    const { token } = await newWorkspace()
    const client = connect(['wp.v1', `bearer.${token}`])
    await client.next()
    client.send('x'.repeat(64 * 1024 + 1))
    expect((await client.closed).code).toBe(1009)
  })
})

describe('draining', () => {
  it('closes connections with 1001, spread over half of the drain', async () => {
    const { token } = await newWorkspace()
    const replica = await inProcess(realtime, { env: { NATS_URL: platform().natsUrl } })
    const url = `${replica.url}/realtime`
    const clients = await Promise.all(Array.from({ length: 12 }, () => connectReady(token, { url })))
    const closing = clients.map((client) =>
      client.closed.then(({ code }) => ({ code, at: performance.now() })),
    )
    await replica.stop()
    const closed = await Promise.all(closing)
    expect(new Set(closed.map(({ code }) => code))).toEqual(new Set([1001]))
    // The drain of a replica in a test takes two seconds, half of which are for closing connections.
    const times = closed.map(({ at }) => at)
    expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(500)
  })
})

describe('auth message with a new token', () => {
  it('accepts a token for the same account and workspace, and stays open when the first one expires', async () => {
    const { token } = await newWorkspace()
    const expiringAt = Math.floor(Date.now() / 1000) + 3
    const client = await connectReady(signToken({ ...claimsOf(token), exp: expiringAt }))
    client.send({ type: 'auth', token })
    const other = await connectReady(signToken({ ...claimsOf(token), exp: expiringAt }))
    expect((await other.closed).code).toBe(4401)
    client.send({ type: 'ping' })
    expect(await client.next()).toEqual({ type: 'pong' })
  })

  it("closes with 4401 for an invalid token and for another account's or workspace's token", async () => {
    const [mine, other] = [await newWorkspace(), await newWorkspace()]
    const sameAccount = signToken({ ...claimsOf(other.token), sub: mine.ownerAccountId })
    for (const token of [other.token, sameAccount, 'not.a.token']) {
      const client = await connectReady(mine.token)
      client.send({ type: 'auth', token })
      expect((await client.closed).code).toBe(4401)
    }
  })

  it('unsubscribes from channels that the new token does not allow', async () => {
    const { token } = await newWorkspace()
    const client = await connectReady(token)
    expect(await subscribe(client, 'jobs')).toEqual(expect.any(Number))
    const permissions = ['labs.view']
    client.send({ type: 'auth', token: signToken({ ...claimsOf(token), role: 'staff', permissions }) })
    expect(await client.next()).toEqual({ type: 'unsubscribed', channel: 'jobs' })
    expect(await subscribe(client, 'jobs')).toBe('FORBIDDEN')
  })
})

describe('WebSocket connection from a web page', () => {
  const outcomeOf = async (origin: string, token: string, url?: string) => {
    const client = connect(['wp.v1', `bearer.${token}`], { headers: { origin }, ...(url && { url }) })
    const first = await Promise.race([client.next(), client.closed])
    return 'code' in first ? `${first.code} ${first.reason}` : first.type
  }
  const refused = '4403 Pages of this origin are not allowed; add the origin to ALLOWED_ORIGINS'

  it("is accepted from the platform's own pages and, in development, from localhost", async () => {
    const { token } = await newWorkspace()
    for (const origin of [platform().gatewayUrl, 'http://localhost:5173', 'http://[::1]:3000'])
      expect([origin, await outcomeOf(origin, token)]).toEqual([origin, 'ready'])
  })

  it('is closed with 4403 and the name of the setting to change when it comes from another origin', async () => {
    const { token } = await newWorkspace()
    for (const origin of ['https://attacker.test', 'null', `${platform().gatewayUrl}.attacker.test`])
      expect([origin, await outcomeOf(origin, token)]).toEqual([origin, refused])
  })

  it('is accepted from an origin in ALLOWED_ORIGINS and rejected from others', async () => {
    const { token } = await newWorkspace()
    const url = await startReplicaOfPlatform({
      ALLOWED_ORIGINS: 'https://app.example.com, https://b.example.com/',
    })
    for (const origin of ['https://app.example.com', 'https://b.example.com'])
      expect(await outcomeOf(origin, token, url)).toBe('ready')
    expect(await outcomeOf('https://example.com', token, url)).toBe(refused)
  })

  it('is reported by the client, which keeps trying', async () => {
    const { token } = await newWorkspace()
    const errors: string[] = []
    class PageSocket extends WebSocket {
      constructor(url: string, protocols: string[]) {
        super(url, protocols, { headers: { origin: 'https://attacker.test' } })
      }
    }
    const states: string[] = []
    const client = connectRealtime({
      url: `${platform().gatewayUrl.replace('http', 'ws')}/v1/realtime`,
      token: () => token,
      onError: ({ message }) => void errors.push(message),
      onStatus: (status) => void states.push(status),
      WebSocket: PageSocket,
    })
    onTestFinished(() => client.close())
    await eventually(() => expect(errors).toEqual([expect.stringContaining('ALLOWED_ORIGINS')]))
    expect(states).toContain('waiting')
  })
})

describe('WebSocket connections of admins and workspaces', () => {
  it("accepts an admin's connection, but returns FORBIDDEN when the admin subscribes to workspace channels", async () => {
    const client = await connectReady(await adminToken())
    expect([await subscribe(client, 'jobs'), await subscribe(client, 'labs')]).toEqual([
      'FORBIDDEN',
      'FORBIDDEN',
    ])
  })

  it("closes a connection above the workspace's limit with 4429 until another one closes", async () => {
    const [mine, other] = [await newWorkspace(), await newWorkspace()]
    const url = await startReplicaOfPlatform({ MAX_SOCKETS_PER_WORKSPACE: '2' })
    const [first] = [await connectReady(mine.token, { url }), await connectReady(mine.token, { url })]
    const third = connect(['wp.v1', `bearer.${mine.token}`], { url })
    expect((await third.closed).code).toBe(4429)
    await connectReady(other.token, { url })
    first.socket.close()
    await eventually(() => connectReady(mine.token, { url }))
  })
})
