import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { json, startGateway } from './start-gateway.ts'
import { createThing, thingHandlers } from './thing-routes.ts'
import { service, rawUpstream } from './upstreams.ts'

const start = async (settings = {}) => startGateway([await service('things', thingHandlers())], { settings })

describe('gateway rate and load limits', () => {
  it('returns the rate limit in every reply, and 429 with Retry-After beyond it', async () => {
    const { call } = await start({ rateLimitDefault: 3 })
    const first = await call('/v1/things/cup')
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=3;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=2;t=\d+$/)
    await call('/v1/nothing')
    await call('/v1/things/cup')
    const fourth = await call('/v1/things/cup')
    expect(fourth).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
    expect(Number(fourth.headers.get('retry-after'))).toBeGreaterThan(50)
    expect((await call('/health')).status).toBe(200)
  })

  it('delays rejections for an address that sends more than twice its limit', async () => {
    const { call } = await start({ rateLimitDefault: 1, trustedProxies: ['127.0.0.1'] })
    const answered: [string, number][] = []
    const ask = async (address: string): Promise<void> => {
      const { status } = await call('/v1/things/cup', { headers: { 'x-forwarded-for': address } })
      answered.push([address, status])
    }
    await ask('192.0.2.1')
    await ask('192.0.2.1')
    await Promise.all([ask('192.0.2.1'), ask('192.0.2.2')])
    expect(answered).toEqual([
      ['192.0.2.1', 200],
      ['192.0.2.1', 429],
      ['192.0.2.2', 200],
      ['192.0.2.1', 429],
    ])
  })

  it('returns 408 with the rate limit headers for a request that does not arrive in time', async () => {
    const { url, gateway } = await start({ rateLimitDefault: 3 })
    const error = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    // The parser reports this error after ten seconds; the test emits it immediately.
    gateway.server.once('connection', (socket) => gateway.server.emit('clientError', error, socket))
    const answer = await speak(url, 'GET /v1/things/cup HTTP/1.1\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toMatch(/\r\nratelimit: "default";r=2;t=\d+\r\nratelimit-policy: "default";q=3;w=60\r\n/)
    expect(answer).toContain('"code":"REQUEST_TIMEOUT"')
  })

  it('counts malformed requests and returns the rate limit headers for them', async () => {
    const { url, call } = await start({ rateLimitDefault: 3 })
    const filler = `X-Filler: ${'a'.repeat(17_000)}`
    const noRequest = await speak(url, 'no HTTP at all\r\n\r\n')
    const largeHeaders = await speak(url, `GET / HTTP/1.1\r\nHost: a.example\r\n${filler}\r\n\r\n`)
    expect([noRequest, largeHeaders].map((answer) => answer.split(' ')[1])).toEqual(['400', '431'])
    expect(noRequest).toMatch(/\r\nratelimit: "default";r=2;t=\d+\r\n/)
    expect(largeHeaders).toMatch(
      /\r\nratelimit: "default";r=1;t=\d+\r\nratelimit-policy: "default";q=3;w=60\r\n/,
    )
    expect((await call('/v1/things/cup')).status).toBe(200)
    expect((await call('/v1/things/cup')).status).toBe(429)
  })

  it('returns 503 above the concurrency limit but still answers health checks', async () => {
    const { call } = await start({ maxInFlight: 2 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => call('/v1/things/cup')))
    const busy = answers.filter(({ status }) => status === 503)
    expect(busy.length).toBeGreaterThan(0)
    expect(busy[0]!.headers.get('retry-after')).toBe('1')
    expect(answers.filter(({ status }) => status === 200).length).toBe(30 - busy.length)
    expect((await call('/health')).status).toBe(200)
  })

  it('applies a separate limit to webhook routes', async () => {
    const { call } = await start({ rateLimitWebhook: 1 })
    const hook = { method: 'POST', body: 'anything' }
    const first = await call('/v1/hooks', hook)
    expect(first.status).toBe(200)
    expect(first.headers.get('ratelimit-policy')).toContain('"webhook";q=1;w=60')
    expect((await call('/v1/hooks', hook)).status).toBe(429)
    expect((await call('/v1/things/cup')).status).toBe(200)
  })
})

/** A service that accepts any body, so that only the gateway can reject it. */
const greedy = () =>
  rawUpstream(
    'things',
    [createThing],
    (request, response) => void request.resume().on('end', () => response.end('{}')),
  )

describe('gateway request body checks', () => {
  it('returns 413 for a declared size that is too large, before the body is sent', async () => {
    const { url } = await startGateway([await greedy()])
    const head = 'POST /v1/things HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\n'
    const answer = await speak(url, `${head}Content-Length: 1048577\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 413/)
    expect(answer).toContain('PAYLOAD_TOO_LARGE')
  })

  it('returns 413 for a body of undeclared size that becomes too large', async () => {
    const { call } = await startGateway([await greedy()])
    const body = new ReadableStream({
      start: (controller) => {
        for (let i = 0; i < 20; i += 1) controller.enqueue(new TextEncoder().encode(' '.repeat(64 * 1024)))
        controller.close()
      },
    })
    const undeclared = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    }
    expect(await call('/v1/things', undeclared as RequestInit)).toMatchObject({
      status: 413,
      body: { error: { code: 'PAYLOAD_TOO_LARGE' } },
    })
  })

  it('returns 415 for a body that is not JSON or is compressed', async () => {
    const { call } = await start()
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/x-www-form-urlencoded' },
      { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      {},
    ]) {
      const body = new TextEncoder().encode('{"name":"a"}')
      expect(
        await call('/v1/things', { method: 'POST', body, headers: headers as Record<string, string> }),
      ).toMatchObject({
        status: 415,
        body: { error: { code: 'UNSUPPORTED_MEDIA_TYPE' } },
      })
    }
  })

  it('accepts any content type on raw routes and only files on upload routes', async () => {
    const { call } = await start()
    const headers = { 'content-type': 'application/xml' }
    expect(await call('/v1/hooks', { method: 'POST', body: '<a/>', headers })).toMatchObject({
      body: { bytes: 4 },
    })
    expect((await call('/v1/pictures', json({}))).status).toBe(415)
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(2 * 1024 * 1024)], { type: 'image/png' }), 'a.png')
    expect(await call('/v1/pictures', { method: 'POST', body: form })).toMatchObject({
      status: 200,
      body: { bytes: 2 * 1024 * 1024 },
    })
  })
})

/** Sends raw bytes and returns the reply, up to the end of its JSON body. */
const speak = (url: string, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.setEncoding('utf8')
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (/\r\n\r\n.*\}$/s.test(answer)) socket.destroy()
    })
    socket.on('close', () => resolve(answer)).on('error', reject)
  })

describe('gateway request syntax checks', () => {
  it.each([
    [
      'a length together with a transfer coding',
      'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} '],
    ['an unknown transfer coding', 'Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n'],
    ['two transfer codings', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
    ['a folded header', 'X-A: 1\r\n Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}'],
    ['a space before the colon', 'Content-Length : 2\r\n\r\n{}'],
  ])('rejects %s, which servers could interpret differently', async (_name, rest) => {
    const { url } = await start()
    const answer = await speak(
      url,
      `POST /v1/things HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\n${rest}`,
    )
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d/)
    expect(answer).toContain('"error":{"code"')
  })

  it('returns 431 for headers over 16 KiB', async () => {
    const { url } = await start()
    const many = Array.from({ length: 400 }, (_, i) => `x-h${i}: ${'v'.repeat(50)}`).join('\r\n')
    const answer = await speak(url, `GET /v1/things/cup HTTP/1.1\r\nHost: a.example\r\n${many}\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 431/)
    expect(answer).toContain('HEADERS_TOO_LARGE')
  })

  it.each([
    '/v1/things/../things/cup',
    '/v1/things/%2e%2e/cup',
    '/v1\\things/cup',
    'http://else.example/v1/things/cup',
  ])('returns 400 or 404 for the target %s', async (target) => {
    const { url } = await start()
    const answer = await speak(url, `GET ${target} HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 40[04]/)
  })

  it('ignores upgrades to protocols other than WebSocket', async () => {
    const { url } = await start()
    const upgrade = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n'
    const answer = await speak(url, `GET /v1/things/cup HTTP/1.1\r\nHost: a.example\r\n${upgrade}\r\n`)
    expect(answer).toMatch(/^HTTP\/1\.1 200/)
  })
})
