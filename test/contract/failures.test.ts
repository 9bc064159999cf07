import { request as httpRequest } from 'node:http'
import type { Result } from '@workspace-platform/client'
import { needsSubscription, takesBody, type Route } from '@wp/http'
import { AppError } from '@wp/kernel'
import {
  clockOf,
  definitionOf,
  inProcess,
  newSignup,
  platform,
  verifyReply,
  type InProcess,
} from '@wp/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { answeredWithoutStore, neverLimited } from '@wp/tools/coverage'
import { credentials, requestVerified, hasWorkspace, newPeople, titledRows, type People } from './caller.ts'
import { contracts } from '@wp/gateway/contracts'
import { bodyOf, unknownParams } from './examples.ts'

const all = await contracts()
const services = all.filter(({ service, routes }) => service !== 'gateway' && routes.length > 0)
const inside = 'connect ECONNREFUSED db.internal:27017'
const dayMs = 86_400_000

let people: People
/** Bodies with existing values by route id, for routes that would otherwise fail before they reach their store. */
let real: Record<string, unknown>
beforeAll(async () => {
  people = await newPeople()
  const signup = await newSignup()
  real = { signup, createWorkspace: signup, refresh: { refreshToken: people.owner.refreshToken } }
})

const call = (
  route: Route,
  baseUrl: string,
  prefix = '',
  headers: Record<string, string> = {},
): Promise<Result> => {
  const body = real[route.id] ?? bodyOf(route)
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array)
  return requestVerified(route, {
    baseUrl,
    prefix,
    params: { workspaceId: people.owner.workspaceId },
    headers: {
      ...credentials(route, people),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
  })
}

/** Calls the service once with each token, so that a failing store later fails the route and not the access check. */
const knowTokens = async (url: string): Promise<void> => {
  for (const token of [people.owner.token, people.admin]) {
    await fetch(`${url}/auth/me`, { headers: { authorization: `Bearer ${token}` } })
  }
}

const rowsOf = (routes: Route[], wanted: (route: Route) => boolean) =>
  titledRows(routes.filter(wanted).map((route) => ({ route })))

describe.each(services)('$service', ({ service, routes }) => {
  const stored = rowsOf(routes, ({ id }) => !answeredWithoutStore.includes(id))
  let running: InProcess
  let aheadMs = 0
  const now = () => new Date(Date.now() + aheadMs)

  beforeAll(async () => {
    running = await inProcess((await definitionOf(service))!, { clock: clockOf(now) })
    await knowTokens(running.url)
  })

  beforeEach(() => {
    aheadMs = 0
    running.faults.throwOnStore(null)
  })

  afterAll(() => running?.stop())

  it.each(stored)(
    '%s returns 500 when its store fails, without internal details unless it sets showCause',
    async (_, { route }) => {
      running.faults.throwOnStore(new Error(inside))
      const reply = await call(route, running.url)
      expect(reply).toFailWith(500, 'INTERNAL')
      const text = JSON.stringify(reply.body)
      expect(text).not.toContain('.ts:')
      expect(text.includes(inside)).toBe(route.showCause === true)
    },
  )

  it.each(stored)(
    '%s returns 503 when its store is unreachable and 504 when it is too slow',
    async (_, { route }) => {
      running.faults.throwOnStore(
        new AppError('UNAVAILABLE', 'The database is unreachable', { retryAfterSeconds: 1 }),
      )
      const unavailable = await call(route, running.url)
      expect(unavailable).toFailWith(503, 'UNAVAILABLE')
      expect(unavailable.headers.get('retry-after')).toBeTruthy()
      running.faults.throwOnStore(new AppError('TIMEOUT', 'The database did not answer in time'))
      expect(await call(route, running.url)).toFailWith(504, 'TIMEOUT')
    },
  )

  it('logs failures without tokens and passwords', async () => {
    running.faults.throwOnStore(new Error(inside))
    for (const [, { route }] of stored) await call(route, running.url)
    const log = running.logLines.join('')
    expect(log).toContain(inside)
    for (const hidden of [
      people.owner.token,
      people.admin,
      people.owner.password,
      platform().bootstrapToken,
    ]) {
      expect(log).not.toContain(hidden)
    }
  })

  const paid = rowsOf(routes, (route) => needsSubscription(route) && hasWorkspace(route))

  it.each(paid)('%s returns 403 after the subscription has expired', async (_, { route }) => {
    aheadMs = 15 * dayMs
    expect(await call(route, running.url)).toFailWith(403, 'SUBSCRIPTION_EXPIRED')
  })
})

describe('a request above the rate limit', () => {
  const once = {
    RATE_LIMIT_DEFAULT: '1',
    RATE_LIMIT_SIGNUP: '1',
    RATE_LIMIT_AUTH: '1',
    RATE_LIMIT_WEBHOOK: '1',
    RATE_LIMIT_ORDER: '1',
  }
  const rows = rowsOf(
    all.flatMap(({ routes }) => routes),
    ({ id }) => !neverLimited.includes(id),
  )
  let gateway: InProcess
  let addresses = 0

  beforeAll(async () => {
    gateway = await inProcess((await definitionOf('gateway'))!, {
      env: { ...once, TRUSTED_PROXIES: '127.0.0.1', NATS_URL: platform().natsUrl },
    })
  })

  afterAll(() => gateway?.stop())

  it.each(rows)('%s returns 429 with Retry-After', async (_, { route }) => {
    // Each route is called from a separate address, because rejections are delayed for an address that
    // ignores them.
    addresses += 1
    const headers = { 'x-forwarded-for': `10.0.${addresses >> 8}.${addresses & 255}` }
    await fetch(`${gateway.url}/v1/public/plans`, { headers })
    const reply = await call(route, gateway.url, route.root ? '' : '/v1', headers)
    expect(reply).toFailWith(429, 'RATE_LIMITED')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

describe('a body that stops arriving', () => {
  const rows = rowsOf(
    all.flatMap(({ routes }) => routes),
    takesBody,
  )
  let gateway: InProcess

  beforeAll(async () => {
    gateway = await inProcess((await definitionOf('gateway'))!, {
      env: { BODY_IDLE_MS: '20', NATS_URL: platform().natsUrl },
    })
  })

  afterAll(() => gateway?.stop())

  it.each(rows)('%s returns 408', async (_, { route }) => {
    const reply = await sendUnfinished(route, gateway.url)
    verifyReply(route, reply)
    expect(reply).toFailWith(408, 'REQUEST_TIMEOUT')
  })
})

/** Sends the first byte of a body and waits for the reply. */
const sendUnfinished = (route: Route, baseUrl: string): Promise<Result> => {
  const params: Record<string, unknown> = { ...unknownParams(route), workspaceId: people.owner.workspaceId }
  const path = route.path.replace(/:([A-Za-z]+)/g, (_, name: string) => String(params[name]))
  const type = route.upload ? 'multipart/form-data; boundary=x' : 'application/json'
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${baseUrl}${route.root ? '' : '/v1'}${path}`, {
      method: route.method,
      headers: { ...credentials(route, people), 'content-type': type, 'content-length': 100 },
    })
    sent.on('error', reject)
    sent.on('response', (reply) => {
      const chunks: Buffer[] = []
      reply.on('data', (chunk: Buffer) => chunks.push(chunk))
      reply.on('end', () => {
        sent.destroy()
        const headers = new Headers(
          Object.entries(reply.headers).map(([name, value]) => [name, String(value)]),
        )
        resolve({ status: reply.statusCode!, headers, body: JSON.parse(Buffer.concat(chunks).toString()) })
      })
    })
    sent.write('{')
  })
}
