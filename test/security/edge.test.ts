import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { newWorkspace, platform, type TestWorkspace } from '@wp/testing'
import { beforeAll, expect, test } from 'vitest'

let owner: TestWorkspace
beforeAll(async () => {
  owner = await newWorkspace()
})

/** Sends bytes as they are, and gives all that came back before the server closed or fell silent. */
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

test.each([
  ['both lengths', head(['Content-Length: 4', 'Transfer-Encoding: chunked']) + `0\r\n\r\n${smuggled}`],
  ['two lengths', head(['Content-Length: 4', 'Content-Length: 40']) + `{}  ${smuggled}`],
  ['an unknown transfer coding', head(['Transfer-Encoding: xchunked']) + `0\r\n\r\n${smuggled}`],
  ['a space before the colon', head(['Content-Length : 4']) + `{}  ${smuggled}`],
  [
    'a header folded over lines',
    head(['Transfer-Encoding:', ' chunked', 'Content-Length: 4']) + `0\r\n\r\n${smuggled}`,
  ],
  ['a negative length', head(['Content-Length: -1']) + smuggled],
])('refuses %s with 400, and reads no second request out of it', async (_, bytes) => {
  expect(statuses(await raw(bytes))).toEqual([400])
})

test('refuses headers over 16 KiB with 431', async () => {
  const bytes = `GET /health HTTP/1.1\r\nHost: a\r\n${'X-Filler: '.concat('a'.repeat(500), '\r\n').repeat(40)}\r\n`
  expect(statuses(await raw(bytes))).toEqual([431])
})

test('refuses 10,000 headers', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => `X-${at}: 1`).join('\r\n')
  expect([400, 431]).toContain(statuses(await raw(`GET /health HTTP/1.1\r\nHost: a\r\n${many}\r\n\r\n`))[0])
})

test('does not inflate a compressed body', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '))
  const reply = await fetch(`${platform().gatewayUrl}/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: bomb,
  })
  expect([400, 413, 415]).toContain(reply.status)
})

test('half-sent requests do not keep others waiting', async () => {
  const { hostname, port } = new URL(platform().gatewayUrl)
  const half = head(['Content-Type: application/json', 'Content-Length: 1000'])
  const slow = Array.from({ length: 100 }, () => connect({ host: hostname, port: Number(port) }))
  for (const socket of slow) socket.on('error', () => undefined).write(`${half}{`)
  const reply = await fetch(`${platform().gatewayUrl}/health`, { signal: AbortSignal.timeout(5_000) })
  for (const socket of slow) socket.destroy()
  expect(reply.status).toBe(200)
})

test.each([
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
])('path trick %s reaches no route', async (path) => {
  const received = await raw(
    `GET ${path} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${owner.token}\r\nConnection: close\r\n\r\n`,
  )
  expect([400, 404, 405]).toContain(statuses(received)[0])
})

test('a method cannot be overridden by header or query', async () => {
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

test('forged identity headers open nothing', async () => {
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

test('a request id is taken over when it is well formed, and replaced when it is not', async () => {
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

test('every answer carries the limits, hardening headers and no trace of the software', async () => {
  const reply = await fetch(`${platform().gatewayUrl}/v1/public/plans`)
  expect(reply.headers.get('ratelimit')).toBeTruthy()
  expect(reply.headers.get('ratelimit-policy')).toBeTruthy()
  expect(reply.headers.get('x-content-type-options')).toBe('nosniff')
  expect(reply.headers.get('strict-transport-security')).toBeTruthy()
  expect(reply.headers.get('x-powered-by')).toBeNull()
  expect(reply.headers.get('server')).toBeNull()
})

test('an unlisted origin gets no CORS permission, and never one with credentials', async () => {
  const reply = await fetch(`${platform().gatewayUrl}/v1/auth/me`, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'GET' },
  })
  const allowed = reply.headers.get('access-control-allow-origin')
  expect(
    allowed === 'https://evil.example' && reply.headers.get('access-control-allow-credentials') === 'true',
  ).toBe(false)
})

test('the refresh cookie cannot be read by scripts nor sent across sites', async () => {
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

test.each(['/metrics', '/live', '/ready', '/v1/metrics', '/v1/live', '/debug', '/.env', '/manifests'])(
  '%s is closed to the public port',
  async (path) => {
    expect((await fetch(`${platform().gatewayUrl}${path}`)).status).toBe(404)
  },
)

test('the public port speaks neither gRPC nor NATS', async () => {
  expect(statuses(await raw('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'))).not.toContain(200)
  expect(await raw('CONNECT {}\r\nPING\r\n')).not.toContain('PONG')
})
