import { AppError, CalendarDateString, FreeJson, IdString } from '@wp/kernel'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
      if (headers['x-cursor']) throw new AppError('INVALID_REQUEST', 'after: is no cursor of this list')
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

test('a route that declares no body reads none, so that nothing in it can be wrong', async () => {
  const post = async (raw: string, headers: Record<string, string>) =>
    (await service.call('POST', '/seed', { raw, headers })).status
  expect(await post('{', { 'content-type': 'application/json' })).toBe(200)
  expect(await post('{"__proto__":1}', { 'content-type': 'application/json' })).toBe(200)
  expect(await post('a=1', { 'content-type': 'text/plain' })).toBe(200)
})

test('what a handler of a 422 route finds unreadable is 422 too', async () => {
  const answer = await service.call('POST', '/seed', { headers: { 'x-cursor': '1' } })
  expect(outcome(answer)).toBe('422 VALIDATION_FAILED')
})

test.each(['0x1', '1e1', ' 1', '1_0', '', 'Infinity', '٣'])('%j is no number in a query', async (text) => {
  const answer = await service.call('GET', `/search?limit=${encodeURIComponent(text)}`)
  expect(outcome(answer)).toBe('400 INVALID_REQUEST')
  expect(answer.json.error.details).toEqual([
    { path: 'limit', message: 'must be a number in plain decimal digits' },
  ])
})

describe('mixed: what cannot be read is 400, a broken rule 422', () => {
  test.each<[string, unknown, string]>([
    ['no object', [1], '400 INVALID_REQUEST'],
    ['null', null, '400 INVALID_REQUEST'],
    ['a missing field', {}, '400 INVALID_REQUEST'],
    ['a wrong type', { name: 1 }, '400 INVALID_REQUEST'],
    ['an operator object in place of text', { name: { $gt: '' } }, '400 INVALID_REQUEST'],
    ['an operator object in place of an enum', { name: 'a', status: { $ne: 'x' } }, '400 INVALID_REQUEST'],
    ['a day that does not exist', { name: 'a', date: '2023-02-30' }, '400 INVALID_REQUEST'],
    ['a badly formed id', { name: 'a', clientId: 'x' }, '400 INVALID_REQUEST'],
    ['an empty text', { name: '' }, '422 VALIDATION_FAILED'],
    ['a text too long', { name: 'a'.repeat(21) }, '422 VALIDATION_FAILED'],
    ['a value outside the enum', { name: 'a', status: 'x' }, '422 VALIDATION_FAILED'],
    ['a fraction for a whole number', { name: 'a', count: 1.5 }, '422 VALIDATION_FAILED'],
    ['a number too small', { name: 'a', count: 0 }, '422 VALIDATION_FAILED'],
    ['both kinds at once', { name: '', count: 'x' }, '400 INVALID_REQUEST'],
  ])('%s', async (_, body, expected) => {
    expect(await send('mixed', body)).toBe(expected)
  })

  test('the message names the field and the details name all of them', async () => {
    const { json } = await service.call('PUT', '/mixed', { body: { name: '', count: 0 } })
    expect(json.error.message).toBe('name must not be empty')
    expect(json.error.details).toEqual([
      { path: 'name', message: 'must not be empty' },
      { path: 'count', message: 'must be at least 1' },
    ])
  })
})

test('marked: only a body that is no object and badly formed text are 400', async () => {
  expect(await send('marked', [1])).toBe('400 INVALID_REQUEST')
  expect(await send('marked', { name: 'a', clientId: 'x' })).toBe('400 INVALID_REQUEST')
  expect(await send('marked', { name: 'a', clientId: 5 })).toBe('422 VALIDATION_FAILED')
  expect(await send('marked', {})).toBe('422 VALIDATION_FAILED')
  expect(await send('marked', { name: 1 })).toBe('422 VALIDATION_FAILED')
})

test('400 and 422: everything about the body, except that broken JSON stays 400', async () => {
  expect(await send('all400', { name: '' })).toBe('400 INVALID_REQUEST')
  expect(await send('all422', { clientId: 'x' })).toBe('422 VALIDATION_FAILED')
  expect(await send('all422', [])).toBe('422 VALIDATION_FAILED')
  const broken = await service.call('PUT', '/all422', {
    raw: '{',
    headers: { 'content-type': 'application/json' },
  })
  expect(outcome(broken)).toBe('400 INVALID_JSON')
})

const putMixed = async (raw: string): Promise<string> =>
  (await service.call('PUT', '/mixed', { raw, headers: { 'content-type': 'application/json' } })).text

test('undeclared fields are ignored', async () => {
  expect(await putMixed('{"name":"a","isAdmin":true,"$set":{"x":1},"meta":{}}')).toBe(
    '{"body":{"name":"a","status":"open","meta":{}}}',
  )
})

test('a free-form value comes back whatever its keys, and pollutes no prototype', async () => {
  const meta = '{"__proto__":{"a":1},"$where":"x","a.b":null,"constructor":{"prototype":1}}'
  expect(await putMixed(`{"name":"a","meta":${meta}}`)).toBe(
    `{"body":{"name":"a","status":"open","meta":${meta}}}`,
  )
  expect(({} as { a?: unknown }).a).toBeUndefined()
})

describe('bodies that are refused before any schema', () => {
  const nested = (depth: number) => `{"name":"a","meta":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
  const keys = (count: number) =>
    `{"name":"a","meta":{${Array.from({ length: count - 2 }, (_, i) => `"k${i}":1`).join(',')}}}`

  test.each<[string, string | Uint8Array, string]>([
    ['broken JSON', '{"name":', '400 INVALID_JSON'],
    ['bytes that are no UTF-8', Uint8Array.from([0x22, 0xff, 0x22]), '400 INVALID_JSON'],
    ['NUL in a string', '{"name":"a\\u0000b"}', '400 INVALID_REQUEST'],
    ['NUL in a key', '{"name":"a","\\u0000":1}', '400 INVALID_REQUEST'],
    ['half a surrogate pair', '{"name":"\\ud800"}', '400 INVALID_REQUEST'],
    ['__proto__ as a field', '{"name":"a","__proto__":{"x":1}}', '400 INVALID_REQUEST'],
    ['__proto__ written with escapes', '{"name":"a","\\u005f_proto__":{"x":1}}', '400 INVALID_REQUEST'],
    ['constructor as a field', '{"name":"a","constructor":{"prototype":{}}}', '400 INVALID_REQUEST'],
    ['33 levels', nested(33), '400 INVALID_REQUEST'],
    ['40,000 levels', nested(40_000), '400 INVALID_REQUEST'],
    ['10,001 keys', keys(10_001), '400 INVALID_REQUEST'],
  ])('%s', async (_, raw, expected) => {
    expect(await sendRaw(raw)).toBe(expected)
  })

  test('32 levels, 10,000 keys and whole surrogate pairs pass', async () => {
    expect(await sendRaw(nested(32))).toBe('200')
    expect(await sendRaw(keys(10_000))).toBe('200')
    expect(await sendRaw('{"name":"\\ud83d\\ude00"}')).toBe('200')
  })

  test('anything but JSON in UTF-8 is 415', async () => {
    const body = '{"name":"a"}'
    expect(await sendRaw(body, { 'content-type': 'text/plain' })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await sendRaw(body, { 'content-type': 'application/json; charset=latin1' })).toBe(
      '415 UNSUPPORTED_MEDIA_TYPE',
    )
    expect(await sendRaw(body, { 'content-encoding': 'gzip' })).toBe('415 UNSUPPORTED_MEDIA_TYPE')
    expect(await sendRaw(body, { 'content-type': 'application/json; charset=UTF-8' })).toBe('200')
    expect(await sendRaw(body, { 'content-type': 'application/merge-patch+json' })).toBe('200')
  })

  test('a body beyond the limit is 413, with and without a length, and the connection goes on', async () => {
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

  test('a caller who hangs up in the middle of the body leaves the service well', async () => {
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

  test('declared parameters are read and coerced, undeclared ones ignored', async () => {
    expect(await ask('limit=5&status=open&tag=a+b&tag=%C3%A9&colour=red&colour=blue&$where=1')).toEqual({
      limit: 5,
      status: 'open',
      tag: ['a b', 'é'],
    })
  })

  test.each<[string, string]>([
    ['limit=0', '400 INVALID_REQUEST'],
    ['limit=x', '400 INVALID_REQUEST'],
    ['status=other', '400 INVALID_REQUEST'],
    ['from=2023-02-30', '400 INVALID_REQUEST'],
    ['from=2023-02-02&to=2023-02-01', '422 VALIDATION_FAILED'],
    ['status=open&status=done', '400 INVALID_REQUEST'],
    ['status[$ne]=open', '400 INVALID_REQUEST'],
    ['status%5B%24ne%5D=open', '400 INVALID_REQUEST'],
    ['__proto__[x]=1', '400 INVALID_REQUEST'],
    ['constructor=1', '400 INVALID_REQUEST'],
    ['tag=%00', '400 INVALID_REQUEST'],
    ['tag=%E0%A4', '400 INVALID_REQUEST'],
  ])('%s is %s', async (query, expected) => {
    expect(await ask(query)).toBe(expected)
  })
})

test('a badly formed path parameter answers as its route says', async () => {
  expect(outcome(await service.call('GET', '/bad404/x'))).toBe('404 NOT_FOUND')
  expect(outcome(await service.call('GET', '/bad422/x'))).toBe('422 VALIDATION_FAILED')
  expect((await service.call('GET', '/bad422/7')).json).toEqual({ testId: 7 })
  expect(outcome(await service.call('POST', '/small/UPPER', { body: {} }))).toBe('400 INVALID_REQUEST')
})
