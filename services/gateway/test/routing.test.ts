import { describe, expect, it } from 'vitest'
import { domainWorkspaceId, json, startGateway } from './start-gateway.ts'
import { getThing, thingHandlers } from './thing-routes.ts'
import { service, rawUpstream } from './upstreams.ts'

describe('gateway routing', () => {
  it.each(['/v1/things/cup', '/api/v1/things/cup', '/v1/things/cup/', '/api/v1/things/cup/'])(
    'routes %s to its service',
    async (path) => {
      const { call } = await startGateway([await service('things', thingHandlers())])
      expect(await call(`${path}?size=big`)).toMatchObject({
        status: 200,
        body: { name: 'cup', size: 'big' },
      })
    },
  )

  it.each([
    '/things/cup',
    '/v1/v1/things/cup',
    '/v2/things/cup',
    '/v1//things/cup',
    '/v1/nothing',
    '/v1/.well-known/keys.json',
    '/v1',
  ])('returns 404 in the error envelope for %s', async (path) => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    const answer = await call(path)
    expect(answer).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    expect(answer.headers.get('x-request-id')).toBeTruthy()
  })

  it('serves a root route without a version prefix', async () => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    expect(await call('/.well-known/keys.json')).toMatchObject({ status: 200, body: { keys: [] } })
  })

  it('returns 405 with Allow for an unsupported method', async () => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    const answer = await call('/v1/things/cup', { method: 'DELETE' })
    expect(answer).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } })
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  it('ignores method override headers', async () => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    const answer = await call('/v1/things/cup', { headers: { 'x-http-method-override': 'DELETE' } })
    expect(answer.status).toBe(200)
  })

  it('returns the headers of a GET without the body for HEAD', async () => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    const answer = await call('/v1/things/cup', { method: 'HEAD' })
    expect(answer).toMatchObject({ status: 200, text: '' })
    expect(answer.headers.get('content-type')).toContain('application/json')
  })

  it("serves only the shop's pages on its custom domain", async () => {
    const upstream = await service('things', thingHandlers())
    const { url, call } = await startGateway([upstream], { domains: { 'shop.example.com': 'blue-moon' } })
    const { request } = await import('node:http')
    const ask = (path: string) =>
      new Promise<[number | undefined, string]>((resolve, reject) => {
        const headers = {
          host: 'Shop.Example.com:8080',
          'x-wp-custom-domain': 'forged.example',
          'x-wp-domain-workspace': 'forged',
        }
        request(`${url}${path}`, { headers }, (response) => {
          response.setEncoding('utf8')
          let text = ''
          response
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () => resolve([response.statusCode, text]))
        })
          .on('error', reject)
          .end()
      })
    expect(await ask('/')).toEqual([200, '<p>blue-moon at shop.example.com</p>'])
    expect(await ask('/book')).toEqual([200, `<p>@${domainWorkspaceId} of ${domainWorkspaceId}</p>`])
    for (const path of [
      '/health',
      '/openapi.json',
      '/shop/other',
      '/v1/things/cup',
      '/.well-known/keys.json',
    ])
      expect([path, (await ask(path))[0]]).toEqual([path, 404])
    expect(await call('/')).toMatchObject({ status: 200, body: { openapi: '/openapi.json' } })
    const own = await call('/shop/blue-moon', { headers: { 'x-wp-custom-domain': 'forged.example' } })
    expect(own).toMatchObject({ status: 200, text: '<p>blue-moon at undefined</p>' })
  })

  it('returns 503 with Retry-After for a known service that is down', async () => {
    const upstream = await rawUpstream('things', [getThing], () => undefined)
    const { call } = await startGateway([upstream])
    await new Promise((resolve) => upstream.server.close(resolve))
    const answer = await call('/v1/things/cup')
    expect(answer).toMatchObject({ status: 503, body: { error: { code: 'UNAVAILABLE' } } })
    expect(answer.headers.get('retry-after')).toBe('1')
  })

  it("serves the health check, the index and the platform's OpenAPI document itself", async () => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    expect(await call('/health')).toMatchObject({
      status: 200,
      body: { status: 'ok', services: { things: 1 } },
    })
    const page = (await call('/', { headers: { accept: 'text/html' } })).text
    expect(page).toContain('href="/console"')
    expect(page).toContain('href="/openapi.json"')
    const document = await call('/openapi.json')
    expect(document.body).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/things/{name}': { get: { operationId: 'getThing' } },
        '/health': { get: { operationId: 'getHealth' } },
      },
    })
    const etag = document.headers.get('etag')!
    expect((await call('/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await call('/openapi.json', { headers: { 'if-none-match': '*' } })).status).toBe(304)
    expect(await call('/health', { method: 'POST' })).toMatchObject({ status: 405 })
  })

  it('forwards small and large request bodies', async () => {
    const { call } = await startGateway([await service('things', thingHandlers())])
    expect(await call('/v1/things', json({ name: 'a' }))).toMatchObject({
      status: 200,
      body: { name: 'a', bytes: 0 },
    })
    const filler = 'x'.repeat(900_000)
    expect(await call('/v1/things', json({ name: 'b', filler }))).toMatchObject({
      body: { name: 'b', bytes: 900_000 },
    })
  })

  it('forwards a large reply in full, with all its cookies', async () => {
    const piece = Buffer.alloc(256 * 1024, 'y')
    const upstream = await rawUpstream('things', [getThing], (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': ['a=1', 'b=2'] })
      for (let i = 0; i < 16; i += 1) response.write(piece)
      response.end()
    })
    const { call } = await startGateway([upstream])
    const answer = await call('/v1/things/cup')
    expect(answer.text.length).toBe(16 * piece.length)
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2'])
  })
})
