import { once } from 'node:events'
import { request as openRequest } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { startGateway } from './start-gateway.ts'
import { getThing, thingHandlers } from './thing-routes.ts'
import { service, rawUpstream } from './upstreams.ts'

describe('gateway headers', () => {
  it('removes forged headers before forwarding', async () => {
    let seen: IncomingHttpHeaders = {}
    const upstream = await service('things', thingHandlers(), (request) => {
      seen = request.headers
    })
    const { call, url } = await startGateway([upstream])
    await call('/v1/things/cup', {
      headers: {
        'x-forwarded-for': '10.1.1.1',
        forwarded: 'for=10.1.1.1',
        'x-real-ip': '10.1.1.1',
        'x-user-id': 'root',
        'x-workspace-id': 'w',
        'x-wp-principal': 'admin',
        'x-original-url': '/admin',
        'x-github-event': 'push',
      },
    })
    expect(seen).toMatchObject({
      'x-forwarded-for': '127.0.0.1',
      host: new URL(url).host,
      'x-github-event': 'push',
    })
    const names = Object.keys(seen)
    for (const name of [
      'forwarded',
      'x-real-ip',
      'x-user-id',
      'x-workspace-id',
      'x-wp-principal',
      'x-original-url',
    ]) {
      expect(names).not.toContain(name)
    }
  })

  it('forwards and returns a well-formed request id, and replaces a malformed one', async () => {
    let seen: unknown
    const upstream = await service('things', thingHandlers(), (request) => {
      seen = request.headers['x-request-id']
    })
    const { call } = await startGateway([upstream])
    const answer = await call('/v1/things/cup', { headers: { 'x-request-id': 'my-id.1' } })
    expect(answer.headers.get('x-request-id')).toBe('my-id.1')
    expect(seen).toBe('my-id.1')
    const replaced = await call('/v1/things/cup', { headers: { 'x-request-id': 'no spaces please' } })
    expect(replaced.headers.get('x-request-id')).toBe(seen)
    expect(seen).toMatch(/^[0-9a-f]{24}$/)
  })

  it('sets security headers but keeps a Content-Security-Policy set by the service', async () => {
    const upstream = await rawUpstream('things', [getThing], (request, response) => {
      if (request.url?.includes('own')) response.setHeader('content-security-policy', "default-src 'self'")
      response.end('{}')
    })
    const { call } = await startGateway([upstream])
    const plain = await call('/v1/things/cup')
    expect(plain.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(plain.headers.get('x-content-type-options')).toBe('nosniff')
    expect(plain.headers.get('referrer-policy')).toBe('no-referrer')
    expect(plain.headers.get('x-frame-options')).toBe('DENY')
    expect(plain.headers.get('x-powered-by')).toBeNull()
    expect((await call('/v1/things/own')).headers.get('content-security-policy')).toBe("default-src 'self'")
    expect((await call('/nowhere')).headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('omits headers that have no effect on JSON', async () => {
    const upstream = await service('things', thingHandlers())
    const { call } = await startGateway([upstream])
    for (const path of ['/v1/things/cup', '/nowhere']) {
      const { headers } = await call(path)
      expect(headers.get('content-type')).toContain('application/json')
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
      expect(headers.get('strict-transport-security')).toContain('max-age=')
      expect([headers.get('referrer-policy'), headers.get('x-frame-options')]).toEqual([null, null])
    }
  })

  const startWith = async (...allowedOrigins: string[]) => {
    let count = 0
    const upstream = await service('things', thingHandlers(), () => void (count += 1))
    const { call, url } = await startGateway([upstream], { allowedOrigins })
    const preflight = (origin: string) =>
      call('/v1/things', { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } })
    const get = (headers: Record<string, string>) => call('/v1/things/cup', { headers })
    return { preflight, get, forwarded: () => count, url: `${url}/v1/things/cup` }
  }

  it('allows any origin without cookies if ALLOWED_ORIGINS is *', async () => {
    const { get, preflight } = await startWith('*')
    for (const answer of [
      await get({ origin: 'https://anywhere.example' }),
      await preflight('https://anywhere.example'),
    ]) {
      expect(answer.status).toBeLessThan(300)
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
    const { headers } = await get({ origin: 'https://anywhere.example' })
    expect(headers.get('access-control-expose-headers')).toContain('x-request-id')
  })

  it('allows listed origins to send cookies', async () => {
    const { get, preflight } = await startWith('https://app.example.com')
    const allowed = await preflight('https://app.example.com')
    expect(allowed.status).toBe(204)
    expect(allowed.headers.get('ratelimit')).toContain('default')
    expect(allowed.headers.get('x-request-id')).toBeTruthy()
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example.com')
    expect(allowed.headers.get('access-control-allow-credentials')).toBe('true')
    expect(allowed.headers.get('access-control-allow-headers')).toContain('idempotency-key')
    expect(allowed.headers.get('access-control-allow-headers')).not.toContain('bootstrap')
    const answer = await get({ origin: 'https://app.example.com' })
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([
      200,
      'https://app.example.com',
    ])
    expect(answer.headers.get('vary')).toContain('Origin')
  })

  it('rejects scripts of other origins with the setting to change, and forwards nothing', async () => {
    const { get, preflight, forwarded } = await startWith('https://app.example.com')
    expect((await preflight('https://other.example')).status).toBe(204)
    for (const origin of ['https://other.example', 'null']) {
      // `fetch` sends sec-fetch-mode: cors.
      const answer = await get({ origin })
      expect(answer).toMatchObject({
        status: 403,
        body: { error: { code: 'FORBIDDEN', message: expect.stringContaining('ALLOWED_ORIGINS') } },
      })
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    }
    expect(forwarded()).toBe(0)
  })

  it('forwards forms of other origins, and answers scripts in browsers that do not send Sec-Fetch-Mode', async () => {
    const { url } = await startWith()
    const get = async (headers: Record<string, string>) => {
      const [reply] = (await once(openRequest(url, { headers }).end(), 'response')) as [IncomingMessage]
      reply.resume()
      return [reply.statusCode, reply.headers['access-control-allow-origin']]
    }
    expect(await get({ origin: 'null' })).toEqual([200, undefined])
    expect(await get({ origin: 'null', 'sec-fetch-mode': 'navigate' })).toEqual([200, undefined])
    expect(await get({ origin: 'https://other.example', 'sec-fetch-mode': 'navigate' })).toEqual([
      200,
      undefined,
    ])
    expect(await get({ origin: 'https://other.example' })).toEqual([403, '*'])
    expect(await get({ origin: new URL(url).origin })).toEqual([200, new URL(url).origin])
  })

  it('treats OPTIONS without preflight headers as an ordinary method', async () => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    expect((await call('/v1/things/cup', { method: 'OPTIONS' })).status).toBe(405)
  })
})
