import { AppError } from '@wp/kernel'
import { inProcess, platform, type InProcess, type Sent } from '@wp/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { credentials, declared, newPeople, titled, type People } from './caller.ts'
import { contracts } from './contracts.ts'
import { bodyOf } from './examples.ts'
import { definitionOf } from './service-definitions.ts'
import { answeredWithoutStore } from '../coverage/without-store.ts'

const secret = 'mongodb://user:hunter2@db.internal'
const services = await contracts()
let people: People

beforeAll(async () => {
  people = await newPeople()
})

type Row = (typeof services)[number]['routes'][number]

const call = (route: Row, baseUrl: string, prefix: string): Promise<Sent> => {
  const body = bodyOf(route)
  const isJson = body !== undefined && !(body instanceof FormData) && !(body instanceof Uint8Array)
  return declared(route, {
    baseUrl,
    prefix,
    params: { workspaceId: people.owner.workspaceId },
    headers: {
      ...credentials(route, people),
      'idempotency-key': 'k1',
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    body: isJson ? JSON.stringify(body) : (body as FormData | undefined),
  })
}

describe.each(services.filter(({ service }) => service !== 'gateway'))(
  'when the store of $service fails',
  ({ service, routes }) => {
    const rows = titled(
      routes.filter(({ id }) => !answeredWithoutStore.includes(id)).map((route) => ({ route })),
    )
    let running: InProcess

    beforeAll(async () => {
      const definition = await definitionOf(service)
      if (definition) running = await inProcess(definition)
    }, 60_000)

    afterAll(() => running?.stop())

    test.each(rows)('%s answers 500 and says nothing of the inside', async (_, { route }) => {
      running.faults.throwOnStore(new Error(`connect ECONNREFUSED ${secret}`))
      const reply = await call(route, running.url, '')
      expect(reply).toFailWith(500, 'INTERNAL')
      const text = JSON.stringify(reply.body)
      expect(text).not.toContain('.ts:')
      expect(route.showCause || !text.includes('ECONNREFUSED')).toBe(true)
    })

    test.each(rows)(
      '%s answers 503 when the database is out of reach, 504 when it is too slow',
      async (_, { route }) => {
        running.faults.throwOnStore(
          new AppError('UNAVAILABLE', 'The database is out of reach', { retryAfterSeconds: 1 }),
        )
        const unavailable = await call(route, running.url, '')
        expect(unavailable).toFailWith(503, 'UNAVAILABLE')
        expect(unavailable.headers.get('retry-after')).toBeTruthy()
        running.faults.throwOnStore(new AppError('TIMEOUT', 'The database did not answer in time'))
        expect(await call(route, running.url, '')).toFailWith(504, 'TIMEOUT')
      },
    )

    test('its log holds neither tokens nor passwords', () => {
      const log = running.logLines.join('')
      expect(log).toContain('ECONNREFUSED')
      for (const hidden of [
        people.owner.token,
        people.admin,
        people.owner.password,
        platform().bootstrapToken,
      ]) {
        expect(log).not.toContain(hidden)
      }
    })
  },
)

describe('beyond the rate limit', () => {
  let gateway: InProcess

  beforeAll(async () => {
    const env = {
      NATS_URL: platform().natsUrl,
      RATE_LIMIT_DEFAULT: '1',
      RATE_LIMIT_SIGNUP: '1',
      RATE_LIMIT_AUTH: '1',
      RATE_LIMIT_WEBHOOK: '1',
    }
    gateway = await inProcess((await definitionOf('gateway'))!, { env })
  }, 60_000)

  afterAll(() => gateway?.stop())

  const rows = titled(
    services
      .filter(({ service }) => service !== 'gateway')
      .flatMap(({ routes }) => routes.map((route) => ({ route }))),
  )

  test.each(rows)('%s answers 429 and says when to come back', async (_, { route }) => {
    const prefix = route.root ? '' : '/v1'
    await fetch(`${gateway.url}/v1/public/plans`)
    const reply = await call(route, gateway.url, prefix)
    expect(reply).toFailWith(429, 'RATE_LIMITED')
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})
