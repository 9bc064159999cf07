import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { newWorkspace, platform, type TestWorkspace } from '@wp/testing'
import { beforeAll, describe, expect, it } from 'vitest'

let owner: TestWorkspace
beforeAll(async () => {
  owner = await newWorkspace()
})

/** Sends raw bytes and returns everything received until the server closes the connection or stops sending. */
const raw = (bytes: string, silentMs = 1_500): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(platform().gatewayUrl)
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(bytes))
    let received = ''
    socket.setTimeout(silentMs, () => socket.destroy())
    socket.on('data', (chunk) => (received += chunk.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

const statuses = (received: string) =>
  [...received.matchAll(/^HTTP\/1\.1 (\d+)/gm)].map(([, status]) => Number(status))
const head = (lines: string[]) => `${['POST /v1/signup HTTP/1.1', 'Host: a', ...lines].join('\r\n')}\r\n\r\n`
const smuggled = 'GET /v1/auth/me HTTP/1.1\r\nHost: a\r\n\r\n'

describe('public port', () => {
  it.each([
    [
      'both Content-Length and Transfer-Encoding',
      head(['Content-Length: 4', 'Transfer-Encoding: chunked']) + `0\r\n\r\n${smuggled}`,
    ],
    ['two Content-Length headers', head(['Content-Length: 4', 'Content-Length: 40']) + `{}  ${smuggled}`],
    ['an unknown transfer coding', head(['Transfer-Encoding: xchunked']) + `0\r\n\r\n${smuggled}`],
    ['a space before the colon of a header', head(['Content-Length : 4']) + `{}  ${smuggled}`],
    [
      'a header folded over two lines',
      head(['Transfer-Encoding:', ' chunked', 'Content-Length: 4']) + `0\r\n\r\n${smuggled}`,
    ],
    ['a negative Content-Length', head(['Content-Length: -1']) + smuggled],
  ])('returns 400 for a request with %s and does not parse a second request from it', async (_, bytes) => {
    expect(statuses(await raw(bytes))).toEqual([400])
  })

  it('rejects headers over 16 KiB with 431', async () => {
    const bytes = `GET /health HTTP/1.1\r\nHost: a\r\n${'X-Filler: '.concat('a'.repeat(500), '\r\n').repeat(40)}\r\n`
    expect(statuses(await raw(bytes))).toEqual([431])
  })

  it('rejects a request with 10,000 headers', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`).join('\r\n')
    expect([400, 431]).toContain(statuses(await raw(`GET /health HTTP/1.1\r\nHost: a\r\n${many}\r\n\r\n`))[0])
  })

  it('rejects a compressed body', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
    const reply = await fetch(`${platform().gatewayUrl}/v1/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      body: bomb,
    })
    expect([400, 413, 415]).toContain(reply.status)
  })

  it('answers a request while 100 others have been sent only partly', async () => {
    const { hostname, port } = new URL(platform().gatewayUrl)
    const half = head(['Content-Type: application/json', 'Content-Length: 1000'])
    const slow = Array.from({ length: 100 }, () => connect({ host: hostname, port: Number(port) }))
    for (const socket of slow) socket.on('error', () => undefined).write(`${half}{`)
    const reply = await fetch(`${platform().gatewayUrl}/health`, { signal: AbortSignal.timeout(5_000) })
    for (const socket of slow) socket.destroy()
    expect(reply.status).toBe(200)
  })

  it.each([
    '/v1/../v1/auth/me',
    '/v1/%2e%2e/admin/plans',
    '/v1//auth//me',
    '/v1/auth%2fme',
    '/v1/auth/me%00',
    '/v1/auth/me/../../admin/plans',
    '/V1/auth/me',
    '/v1/auth/me;a=b',
    '/v1/auth\\me',
    '/v1/%c0%ae%c0%ae/auth/me',
    '/v1/auth/%ff',
  ])('matches no route for the path %s', async (path) => {
    const received = await raw(
      `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.token}\r\nConnection: close\r\n\r\n`,
    )
    expect([400, 404, 405]).toContain(statuses(received)[0])
  })

  it('ignores method overrides in headers and queries', async () => {
    for (const [header, query] of [
      [{ 'x-http-method-override': 'DELETE' }, ''],
      [{ 'x-method-override': 'DELETE' }, ''],
      [{}, '?_method=DELETE'],
    ] as const) {
      const reply = await fetch(`${platform().gatewayUrl}/v1/auth/me${query}`, {
        headers: { authorization: `Bearer ${owner.token}`, ...header },
      })
      expect(reply.status).toBe(200)
    }
  })

  it('ignores forged identity headers', async () => {
    const forged = {
      'x-user-id': owner.ownerAccountId,
      'x-workspace-id': owner.workspaceId,
      'x-principal': JSON.stringify({ kind: 'admin', roles: ['super-admin'] }),
      'x-forwarded-user': 'root',
      'x-original-url': '/v1/public/plans',
      'x-rewrite-url': '/v1/public/plans',
      'x-forwarded-for': '127.0.0.1',
    }
    const me = await fetch(`${platform().gatewayUrl}/v1/auth/me`, { headers: forged })
    expect(me.status).toBe(401)
  })

  it('keeps a well-formed request id and replaces any other', async () => {
    const idFor = async (id: string) =>
      (await fetch(`${platform().gatewayUrl}/health`, { headers: { 'x-request-id': id } })).headers.get(
        'x-request-id',
      )
    expect(await idFor('abc-1.2_3')).toBe('abc-1.2_3')
    for (const bad of ['a b', 'a'.repeat(129), '<script>']) {
      const given = await idFor(bad)
      expect(given).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
      expect(given).not.toBe(bad)
    }
  })

  it('returns rate limit and security headers, and does not reveal the software', async () => {
    const reply = await fetch(`${platform().gatewayUrl}/v1/public/plans`)
    expect(reply.headers.get('ratelimit')).toBeTruthy()
    expect(reply.headers.get('ratelimit-policy')).toBeTruthy()
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
    expect(reply.headers.get('strict-transport-security')).toBeTruthy()
    expect(reply.headers.get('x-powered-by')).toBeNull()
    expect(reply.headers.get('server')).toBeNull()
  })

  it('does not allow an unlisted origin to send credentials', async () => {
    const reply = await fetch(`${platform().gatewayUrl}/v1/auth/me`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
    })
    const allowed = reply.headers.get('access-control-allow-origin')
    expect(
      allowed === 'https://evil.example' && reply.headers.get('access-control-allow-credentials') === 'true',
    ).toBe(false)
  })

  it('serves the development outbox only under a loopback host name', async () => {
    const as = (host: string) =>
      raw(`GET /v1/dev/outbox HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
    expect(statuses(await as('localhost'))).toEqual([200])
    expect(statuses(await as('rebound.evil.example'))).toEqual([403])
  })

  it('sets a refresh cookie that is HttpOnly and SameSite', async () => {
    const reply = await fetch(`${platform().gatewayUrl}/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: owner.email, password: owner.password }),
    })
    expect(reply.status).toBe(200)
    const cookie = reply.headers.getSetCookie().find((line) => line.startsWith('wp_refresh='))
    expect(cookie).toMatch(/HttpOnly/i)
    expect(cookie).toMatch(/SameSite=Lax/i)
    expect(cookie).toMatch(/Path=\//i)
  })

  it.each(['/metrics', '/live', '/ready', '/v1/metrics', '/v1/live', '/debug', '/.env', '/manifests'])(
    'does not serve %s on the public port',
    async (path) => {
      expect((await fetch(`${platform().gatewayUrl}${path}`)).status).toBe(404)
    },
  )

  it('does not accept gRPC or NATS', async () => {
    expect(statuses(await raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))).not.toContain(200)
    expect(await raw('CONNECT {}\r\nPING\r\n')).not.toContain('PONG')
  })
})
