import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute, handle, reply } from '../src/index.ts'
import { base, outcome, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

const page = defineRoute({
  ...base,
  id: 'page',
  method: 'GET',
  path: '/page',
  etag: true,
  cache: 'public, max-age=60',
  replies: { 200: z.object({ title: z.string() }) },
})
const plain = defineRoute({
  ...base,
  id: 'plain',
  method: 'GET',
  path: '/plain',
  replies: { 200: z.object({}) },
})
const old = defineRoute({
  ...base,
  id: 'old',
  method: 'GET',
  path: '/old',
  deprecated: { at: '2027-01-01', sunset: '2027-07-01', successor: '/v2/new' },
  replies: { 204: null },
})
const login = defineRoute({
  ...base,
  id: 'login',
  method: 'POST',
  path: '/login',
  replies: { 200: z.object({ ip: z.string(), cookie: z.string() }) },
})

let service: Scratch
beforeAll(async () => {
  service = await scratchService([
    handle(page, () => reply(200, { title: 'Hello' })),
    handle(plain, () => reply(200, {})),
    handle(old, () => reply(204)),
    handle(login, ({ ip, cookies }) =>
      reply(
        200,
        { ip, cookie: cookies.wp_refresh ?? '' },
        {
          headers: { 'x-extra': '1' },
          cookies: [{ name: 'wp_refresh', value: 'a b', maxAgeSeconds: 60, secure: true }],
        },
      ),
    ),
  ])
})
afterAll(() => service.stop())

describe('headers', () => {
  it('disables caching unless the route declares Cache-Control', async () => {
    expect((await service.call('GET', '/plain')).headers.get('cache-control')).toBe('no-store')
    expect((await service.call('GET', '/page')).headers.get('cache-control')).toBe('public, max-age=60')
  })

  it('answers 304 without a body for a matching If-None-Match', async () => {
    const first = await service.call('GET', '/page')
    const etag = first.headers.get('etag')
    for (const known of [`"x", W/${etag}`, '*']) {
      const again = await service.call('GET', '/page', { headers: { 'if-none-match': known } })
      expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', etag])
    }
  })

  it('answers HEAD with the Content-Length of the GET reply, without a body', async () => {
    const answer = await service.call('HEAD', '/page')
    expect([answer.status, answer.text, answer.headers.get('content-length')]).toEqual([200, '', '17'])
  })

  it('announces the deprecation, sunset and successor of a deprecated route', async () => {
    const { headers } = await service.call('GET', '/old')
    expect(headers.get('deprecation')).toBe('@1798761600')
    expect(headers.get('sunset')).toBe('Thu, 01 Jul 2027 00:00:00 GMT')
    expect(headers.get('link')).toBe('</v2/new>; rel="successor-version"')
  })

  it('gives the handler decoded cookies, and the last address in X-Forwarded-For as the client address', async () => {
    const answer = await service.call('POST', '/login', {
      headers: { cookie: 'a=1; wp_refresh=x%20y', 'x-forwarded-for': '10.0.0.1, 203.0.113.9' },
    })
    expect(answer.json).toEqual({ ip: '203.0.113.9', cookie: 'x y' })
  })

  it('sends the headers and HTTP-only cookies that the handler sets', async () => {
    const answer = await service.call('POST', '/login')
    expect(answer.headers.get('x-extra')).toBe('1')
    expect(answer.headers.getSetCookie()).toEqual([
      'wp_refresh=a%20b; Max-Age=60; Path=/; HttpOnly; SameSite=Lax; Secure',
    ])
  })

  it('echoes a valid request id, even on failures, and replaces an invalid one', async () => {
    const idFor = async (given: string, path = '/page') =>
      (await service.call('GET', path, { headers: { 'x-request-id': given } })).headers.get('x-request-id')
    expect(await idFor('abc-1.2_3')).toBe('abc-1.2_3')
    expect(await idFor('a b')).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor('x'.repeat(129))).toMatch(/^[0-9a-f-]{36}$/)
    expect(await idFor('mine', '/nowhere')).toBe('mine')
  })
})

describe('routing', () => {
  it('answers 404 for an unknown path', async () => {
    expect(outcome(await service.call('GET', '/nowhere'))).toBe('404 NOT_FOUND')
  })

  it('answers 405 with Allow for an unsupported method', async () => {
    const answer = await service.call('DELETE', '/page')
    expect(outcome(answer)).toBe('405 METHOD_NOT_ALLOWED')
    expect(answer.headers.get('allow')).toBe('GET, HEAD')
  })

  it('ignores one trailing slash', async () => {
    expect((await service.call('GET', '/page/')).status).toBe(200)
  })
})
