import { text } from 'node:stream/consumers'
import { newApiKey } from '@wp/auth'
import { defineRoute, handle, reply, workspace } from '@wp/http'
import { AppError, hashSecret, newId } from '@wp/kernel'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { startGateway } from './start-gateway.ts'
import { thingHandlers } from './thing-routes.ts'
import { keyToken, ownerToken, rawUpstream, service } from './upstreams.ts'

const listStock = defineRoute({
  id: 'listStock',
  method: 'GET',
  path: '/stock',
  summary: 'List stock',
  access: workspace('store.view'),
  replies: { 200: z.object({}) },
  fails: [401, 403, 404],
})

const addStock = defineRoute({
  id: 'addStock',
  method: 'POST',
  path: '/stock',
  summary: 'Add stock',
  access: workspace('store.manage'),
  body: z.object({ amount: z.number() }),
  replies: { 200: z.object({}) },
  fails: [400, 401, 403, 404, 422],
})

const bearer = (token: string, headers: Record<string, string> = {}) => ({
  headers: { authorization: `Bearer ${token}`, ...headers },
})
const unknown = () => Promise.reject(new AppError('UNAUTHENTICATED', 'The API key is invalid or was revoked'))

/** Starts a gateway whose identity knows one key, and a service that records the headers it receives. */
const start = async (options: { networks?: string[]; settings?: object } = {}) => {
  const key = newApiKey()
  const token = await keyToken(newId())
  const asked: string[] = []
  const seen: (string | undefined)[] = []
  const upstream = await rawUpstream('shop', [listStock], (request, response) => {
    seen.push(request.headers.authorization)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  const gateway = await startGateway([upstream], {
    settings: options.settings ?? {},
    exchangeApiKey: (hash) => {
      asked.push(hash)
      return hash === hashSecret(key)
        ? Promise.resolve({ token, allowedNetworks: options.networks ?? [] })
        : unknown()
    },
  })
  return { ...gateway, key, token, asked, seen }
}

describe('API keys at the gateway', () => {
  it('replaces a key with its access token, and calls identity only once', async () => {
    const { call, key, token, asked, seen } = await start()
    for (const prefix of ['/v1', '/api/v1'])
      expect((await call(`${prefix}/stock`, bearer(key))).status).toBe(200)
    expect(seen).toEqual([`Bearer ${token}`, `Bearer ${token}`])
    expect(asked.length).toBe(1)
    expect(asked[0]).not.toContain(key)
  })

  it('returns 401 for an unknown and for a mistyped key', async () => {
    const { call, key, asked, seen } = await start()
    for (const wrong of [newApiKey(), `${key}x`, 'wpk_live_']) {
      const answer = await call('/v1/stock', bearer(wrong))
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHENTICATED' } } })
      expect(answer.text).not.toContain(wrong)
    }
    expect(asked.length).toBe(1)
    expect(seen).toEqual([])
  })

  it('does not forward a key on an open route', async () => {
    let seen: unknown = 'nothing'
    const upstream = await service('things', thingHandlers(), (request) => {
      seen = request.headers.authorization
    })
    const { call } = await startGateway([upstream])
    expect((await call('/v1/things/cup', bearer(newApiKey()))).status).toBe(200)
    expect(seen).toBeUndefined()
  })

  it('returns 403 from an address outside the networks of the key', async () => {
    const outside = await start({ networks: ['203.0.113.0/24'] })
    const answer = await outside.call('/v1/stock', bearer(outside.key, { 'x-forwarded-for': '203.0.113.5' }))
    expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    expect(outside.seen).toEqual([])
  })

  it('takes the address from X-Forwarded-For only behind a trusted proxy', async () => {
    const { call, key } = await start({
      networks: ['203.0.113.0/24', '2001:db8::/32'],
      settings: { trustedProxies: ['127.0.0.1'] },
    })
    const statusFrom = async (forwarded: string) =>
      (await call('/v1/stock', bearer(key, { 'x-forwarded-for': forwarded }))).status
    expect(await statusFrom('203.0.113.5')).toBe(200)
    expect(await statusFrom('2001:db8::7')).toBe(200)
    expect(await statusFrom('203.0.113.5, 198.51.100.1')).toBe(403)
    expect(await statusFrom('198.51.100.1, 203.0.113.5')).toBe(200)
  })

  it('limits the requests of a key, whatever address they come from, and reports the limit', async () => {
    const { call, key } = await start({
      settings: { rateLimitApiKey: 2, trustedProxies: ['127.0.0.1'] },
    })
    const from = (address: string) => call('/v1/stock', bearer(key, { 'x-forwarded-for': address }))
    const first = await from('203.0.113.1')
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=100000;w=60, "api-key";q=2;w=60')
    expect(first.headers.get('ratelimit')).toMatch(/, "api-key";r=1;t=\d+$/)
    expect((await from('203.0.113.2')).status).toBe(200)
    const third = await from('203.0.113.3')
    expect(third).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } })
    expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('returns 403 for a key on a route for users', async () => {
    const token = await keyToken(newId())
    const { call } = await startGateway([await service('things', thingHandlers())], {
      exchangeApiKey: async () => ({ token, allowedNetworks: [] }),
    })
    for (const prefix of ['/v1', '/api/v1']) {
      const answer = await call(`${prefix}/secret`, bearer(newApiKey()))
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    }
  })

  it('repeats a request with a new token when the service rejects the token of the key', async () => {
    const tokens = [await keyToken(newId()), await keyToken(newId())]
    const seen: string[] = []
    const upstream = await rawUpstream('shop', [addStock], (request, response) => {
      const isOutdated = request.headers.authorization === `Bearer ${tokens[0]}`
      void text(request).then((body) => {
        seen.push(body)
        response.writeHead(isOutdated ? 401 : 200, { 'content-type': 'application/json' }).end('{}')
      })
    })
    let exchanges = 0
    const { call } = await startGateway([upstream], {
      exchangeApiKey: async () => ({ token: tokens[Math.min(exchanges++, 1)]!, allowedNetworks: [] }),
    })
    const key = newApiKey()
    const send = () => {
      const { headers } = bearer(key, { 'content-type': 'application/json' })
      return call('/v1/stock', { method: 'POST', headers, body: '{"amount":3}' })
    }
    expect((await send()).status).toBe(200)
    expect(seen).toEqual(['{"amount":3}', '{"amount":3}'])
    expect((await send()).status).toBe(200)
    expect([seen.length, exchanges]).toEqual([3, 2])
  })

  it("passes on a 401 after one retry, and without a retry for a user's token", async () => {
    let requests = 0
    const upstream = await rawUpstream('shop', [listStock], (_request, response) => {
      requests += 1
      response.writeHead(401, { 'content-type': 'application/json' }).end('{}')
    })
    const { call } = await startGateway([upstream], {
      exchangeApiKey: async () => ({ token: await keyToken(newId()), allowedNetworks: [] }),
    })
    expect((await call('/v1/stock', bearer(newApiKey()))).status).toBe(401)
    expect(requests).toBe(2)
    expect((await call('/v1/stock', bearer(await ownerToken()))).status).toBe(401)
    expect(requests).toBe(3)
  })

  it('returns 503 when identity cannot be reached', async () => {
    const { call } = await startGateway([await service('shop', [handle(listStock, () => reply(200, {}))])], {
      exchangeApiKey: () =>
        Promise.reject(new AppError('UNAVAILABLE', 'The identity service is unavailable')),
    })
    expect(await call('/v1/stock', bearer(newApiKey()))).toMatchObject({ status: 503 })
  })
})
