import { AppError, CalendarDateString, FreeJson, IdString } from '@wp/kernel'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute, handle, open, reply, withDateRange } from '../src/index.ts'
import type { InvalidPolicy } from '../src/route.ts'
import { outcome, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

const Body = z.object({
  name: z.string().min(1).max(20),
  status: z.enum(['open', 'done']).default('open'),
  count: z.int().min(1).optional(),
  date: CalendarDateString.optional(),
  clientId: IdString.optional(),
  meta: FreeJson.optional(),
})

const echo = (id: string, invalid: InvalidPolicy) =>
  handle(
    defineRoute({
      id,
      method: 'PUT',
      path: `/${id}`,
      summary: id,
      access: open(),
      body: Body,
      invalid,
      replies: { 200: z.object({ body: Body }) },
      fails: [400, 422],
    }),
    ({ body }) => reply(200, { body }),
  )

const search = defineRoute({
  id: 'search',
  method: 'GET',
  path: '/search',
  summary: 'search',
  access: open(),
  query: withDateRange(
    z.object({
      limit: z.coerce.number().int().min(1).max(100).default(20),
      status: z.enum(['open', 'done']).optional(),
      tag: z.array(z.string()).optional(),
      from: CalendarDateString.optional(),
      to: CalendarDateString.optional(),
    }),
  ),
  replies: { 200: z.object({ query: z.unknown() }) },
  fails: [400, 422],
})

const small = defineRoute({
  id: 'small',
  method: 'POST',
  path: '/small/:slug',
  summary: 'small',
  access: open(),
  params: z.object({ slug: z.string().regex(/^[a-z-]+$/, { error: 'must be lower-case letters' }) }),
  body: z.unknown().optional(),
  bodyLimit: 100,
  replies: { 200: z.object({ body: z.unknown() }) },
  fails: [400],
})

const bad404 = defineRoute({
  id: 'bad404',
  method: 'GET',
  path: '/bad404/:holidayId',
  summary: 's',
  access: open(),
  badId: 404,
  replies: { 204: null },
  fails: [404],
})
const bad422 = defineRoute({
  id: 'bad422',
  method: 'GET',
  path: '/bad422/:testId',
  summary: 's',
  access: open(),
  badId: 422,
  params: z.object({ testId: z.coerce.number().int().positive() }),
  replies: { 200: z.object({ testId: z.number() }) },
  fails: [422],
})

const seed = defineRoute({
  id: 'seed',
  method: 'POST',
  path: '/seed',
  summary: 'seed',
  access: open(),
  invalid: 422,
  replies: { 200: z.object({}) },
  fails: [422],
})

let service: Scratch
beforeAll(async () => {
  service = await scratchService([
    echo('mixed', 'mixed'),
    echo('marked', 'marked'),
    echo('all400', 400),
    echo('all422', 422),
    handle(search, ({ query }) => reply(200, { query })),
    handle(small, ({ body }) => reply(200, { body })),
    handle(seed, ({ headers }) => {
      if (headers['x-cursor'])
        throw new AppError('INVALID_REQUEST', 'after must be the nextCursor of the previous page')
      return reply(200, {})
    }),
    handle(bad404, () => reply(204)),
    handle(bad422, ({ params }) => reply(200, { testId: params.testId })),
  ])
})
afterAll(() => service.stop())

const send = async (route: string, body: unknown) => outcome(await service.call('PUT', `/${route}`, { body }))
const sendRaw = async (raw: string | Uint8Array, headers: Record<string, string> = {}) =>
  outcome(
    await service.call('PUT', '/mixed', { raw, headers: { 'content-type': 'application/json', ...headers } }),
  )

describe('a route without a body', () => {
  it('ignores a body that the caller sends anyway', async () => {
    const post = async (raw: string, headers: Record<string, string>) =>
      (await service.call('POST', '/seed', { raw, headers })).status
    expect(await post('{', { 'content-type': 'application/json' })).toBe(200)
    expect(await post('{"__proto__":1}', { 'content-type': 'application/json' })).toBe(200)
    expect(await post('a=1', { 'content-type': 'text/plain' })).toBe(200)
  })
})

describe('numbers in a query', () => {
  it.each(['0x1', '1e1', ' 1', '1_0', '', 'Infinity', '٣'])('rejects %j', async (text) => {
    const answer = await service.call('GET', `/search?limit=${encodeURIComponent(text)}`)
    expect(outcome(answer)).toBe('400 INVALID_REQUEST')
    expect(answer.json.error.details).toEqual([{ path: 'limit', message: 'must be a decimal number' }])
  })
})

describe("a route with invalid: 'mixed'", () => {
  it.each<[string, unknown, string]>([
    ['an array', [1], '400 INVALID_REQUEST'],
    ['null', null, '400 INVALID_REQUEST'],
    ['a missing field', {}, '400 INVALID_REQUEST'],
    ['a wrong type', { name: 1 }, '400 INVALID_REQUEST'],
    ['an operator object instead of a string', { name: { $gt: '' } }, '400 INVALID_REQUEST'],
    ['an operator object instead of an enum', { name: 'a', status: { $ne: 'x' } }, '400 INVALID_REQUEST'],
    ['a nonexistent date', { name: 'a', date: '2023-02-30' }, '400 INVALID_REQUEST'],
    ['a malformed id', { name: 'a', clientId: 'x' }, '400 INVALID_REQUEST'],
    ['an empty string', { name: '' }, '422 VALIDATION_FAILED'],
    ['a string that is too long', { name: 'a'.repeat(21) }, '422 VALIDATION_FAILED'],
    ['a value outside the enum', { name: 'a', status: 'x' }, '422 VALIDATION_FAILED'],
    ['a fraction for an integer', { name: 'a', count: 1.5 }, '422 VALIDATION_FAILED'],
    ['a number that is too small', { name: 'a', count: 0 }, '422 VALIDATION_FAILED'],
    ['malformed and invalid values together', { name: '', count: 'x' }, '400 INVALID_REQUEST'],
  ])('rejects %s (%j) with %s', async (_, body, expected) => {
    expect(await send('mixed', body)).toBe(expected)
  })

  it('names the first invalid field in the message and lists all of them in the details', async () => {
    const { json } = await service.call('PUT', '/mixed', { body: { name: '', count: 0 } })
    expect(json.error.message).toBe('name must not be empty')
    expect(json.error.details).toEqual([
      { path: 'name', message: 'must not be empty' },
      { path: 'count', message: 'must be at least 1' },
    ])
  })
})

describe("a route with invalid: 'marked'", () => {
  it('answers 400 only for a body that is not an object and for malformed strings', async () => {
    expect(await send('marked', [1])).toBe('400 INVALID_REQUEST')
    expect(await send('marked', { name: 'a', clientId: 'x' })).toBe('400 INVALID_REQUEST')
    expect(await send('marked', { name: 'a', clientId: 5 })).toBe('422 VALIDATION_FAILED')
    expect(await send('marked', {})).toBe('422 VALIDATION_FAILED')
    expect(await send('marked', { name: 1 })).toBe('422 VALIDATION_FAILED')
  })
})

describe('a route with invalid: 400 or 422', () => {
  it('answers 422 when the handler of a route with invalid: 422 throws INVALID_REQUEST', async () => {
    const answer = await service.call('POST', '/seed', { headers: { 'x-cursor': '1' } })
    expect(outcome(answer)).toBe('422 VALIDATION_FAILED')
  })

  it('answers with the declared status, but always with 400 for invalid JSON', async () => {
    expect(await send('all400', { name: '' })).toBe('400 INVALID_REQUEST')
    expect(await send('all422', { clientId: 'x' })).toBe('422 VALIDATION_FAILED')
    expect(await send('all422', [])).toBe('422 VALIDATION_FAILED')
    const broken = await service.call('PUT', '/all422', {
      raw: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(outcome(broken)).toBe('400 INVALID_JSON')
  })
})

describe('undeclared and free-form fields', () => {
  const putMixed = async (raw: string): Promise<string> =>
    (await service.call('PUT', '/mixed', { raw, headers: { 'content-type': 'application/json' } })).text

  it.each([
    '"isAdmin":true,"$set":{"x":1}',
    '"constructor":{"prototype":{"status":"done"}}',
    '"prototype":{"status":"done"}',
    '"__proto__":{"status":"done"}',
    '"\\u005f_proto__":{"status":"done"}',
  ])('ignores the undeclared fields %s', async (fields) => {
    expect(await putMixed(`{"name":"a",${fields},"meta":{}}`)).toBe(
      '{"body":{"name":"a","status":"open","meta":{}}}',
    )
    expect(({} as { status?: unknown }).status).toBeUndefined()
  })

  it('keeps the numbers in a free-form value exactly as they were sent, up to 64 KiB', async () => {
    const meta = '{"a":12345678901234567890,"b":[1e400,1.0,-0]}'
    expect(await putMixed(`{"name":"a", "meta" : ${meta}, "count":2.0}`)).toBe(
      `{"body":{"name":"a","status":"open","count":2,"meta":${meta}}}`,
    )
    const large = `{"text":"${'x'.repeat(65_536)}","a":1.0}`
    expect(await putMixed(`{"name":"a","meta":${large}}`)).toContain('"a":1}')
  })

  it('keeps all keys of a free-form value and does not pollute prototypes', async () => {
    const meta = '{"__proto__":{"a":1},"$where":"x","a.b":null,"constructor":{"prototype":1}}'
    expect(await putMixed(`{"name":"a","meta":${meta}}`)).toBe(
      `{"body":{"name":"a","status":"open","meta":${meta}}}`,
    )
    expect(({} as { a?: unknown }).a).toBeUndefined()
  })
})

describe('body checks before the schema', () => {
  const nested = (depth: number) => `{"name":"a","meta":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  const keys = (count: number) =>
    `{"name":"a","meta":{${Array.from({ length: count - 2 }, (_, i) => `"k${i}":1`).join(',')}}}`

  it.each<[string, string, string | Uint8Array]>([
    ['broken JSON', '400 INVALID_JSON', '{"name":'],
    ['bytes that are not UTF-8', '400 INVALID_JSON', Uint8Array.from([0x22, 0xff, 0x22])],
    ['a NUL character in a string', '400 INVALID_REQUEST', '{"name":"a\\u0000b"}'],
    ['a NUL character in a key', '400 INVALID_REQUEST', '{"name":"a","\\u0000":1}'],
    ['an unpaired surrogate', '400 INVALID_REQUEST', '{"name":"\\ud800"}'],
    ['33 levels of nesting', '400 INVALID_REQUEST', nested(33)],
    ['40,000 levels of nesting', '400 INVALID_REQUEST', nested(40_000)],
    ['10,001 keys', '400 INVALID_REQUEST', keys(10_001)],
  ])('rejects %s with %s', async (_, expected, raw) => {
    expect(await sendRaw(raw)).toBe(expected)
  })

  it('accepts 32 levels of nesting, 10,000 keys and surrogate pairs', async () => {
    expect(await sendRaw(nested(32))).toBe('200')
    expect(await sendRaw(keys(10_000))).toBe('200')
    expect(await sendRaw('{"name":"\\ud83d\\ude00"}')).toBe('200')
  })

  it('answers 415 for a body that is not JSON, not in UTF-8 or compressed', async () => {
    const body = '{"name":"a"}'
    expect(await sendRaw(body, { 'content-type': 'text/plain' })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await sendRaw(body, { 'content-type': 'application/json; charset=latin1' })).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
    expect(await sendRaw(body, { 'content-encoding': 'gzip' })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await sendRaw(body, { 'content-type': 'application/json; charset=UTF-8' })).toBe('200')
    expect(await sendRaw(body, { 'content-type': 'application/merge-patch+json' })).toBe('200')
  })

  it('answers 413 for a body over the limit, with and without Content-Length, and keeps serving', async () => {
    const big = JSON.stringify({ name: 'a'.repeat(1024 * 1024) })
    expect(await sendRaw(big)).toBe('413 PAYLOAD_TOO_LARGE')
    const chunked = await fetch(`${service.url}/mixed`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: new Blob([big]).stream(),
      duplex: 'half',
    })
    expect(chunked.status).toBe(413)
    expect(await sendRaw('{"name":"a"}')).toBe('200')
    expect(outcome(await service.call('POST', '/small/a', { body: 'a'.repeat(98) }))).toBe('200')
    expect(outcome(await service.call('POST', '/small/a', { body: 'a'.repeat(99) }))).toBe(
      '413 PAYLOAD_TOO_LARGE',
    )
  })

  it('keeps serving after a caller disconnects in the middle of the body', async () => {
    const socket = connect(service.port, '127.0.0.1')
    socket.write(
      'PUT /mixed HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"name"',
    )
    await expect
      .poll(async () => {
        socket.destroy()
        return send('mixed', { name: 'a' })
      })
      .toBe('200')
  })
})

describe('query', () => {
  const ask = async (query: string) => {
    const answer = await service.call('GET', `/search?${query}`)
    return answer.status === 200 ? answer.json.query : outcome(answer)
  }

  it('parses declared parameters and ignores undeclared ones', async () => {
    const undeclared = 'colour=red&colour=blue&$where=1&constructor=1&prototype=1&__proto__[status]=done'
    expect(await ask(`limit=5&status=open&tag=a+b&tag=%C3%A9&${undeclared}`)).toEqual({
      limit: 5,
      status: 'open',
      tag: ['a b', 'é'],
    })
  })

  it.each<[string, string]>([
    ['limit=0', '400 INVALID_REQUEST'],
    ['limit=x', '400 INVALID_REQUEST'],
    ['status=other', '400 INVALID_REQUEST'],
    ['from=2023-02-30', '400 INVALID_REQUEST'],
    ['from=2023-02-02&to=2023-02-01', '422 VALIDATION_FAILED'],
    ['status=open&status=done', '400 INVALID_REQUEST'],
    ['status[$ne]=open', '400 INVALID_REQUEST'],
    ['status%5B%24ne%5D=open', '400 INVALID_REQUEST'],
    ['tag=%00', '400 INVALID_REQUEST'],
    ['tag=%E0%A4', '400 INVALID_REQUEST'],
  ])('rejects the query %s with %s', async (query, expected) => {
    expect(await ask(query)).toBe(expected)
  })
})

describe('badId', () => {
  it('sets the status for a malformed path parameter, which is 400 by default', async () => {
    expect(outcome(await service.call('GET', '/bad404/x'))).toBe('404 NOT_FOUND')
    expect(outcome(await service.call('GET', '/bad422/x'))).toBe('422 VALIDATION_FAILED')
    expect((await service.call('GET', '/bad422/7')).json).toEqual({ testId: 7 })
    expect(outcome(await service.call('POST', '/small/UPPER', { body: {} }))).toBe('400 INVALID_REQUEST')
  })
})
