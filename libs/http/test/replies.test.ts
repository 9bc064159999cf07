import { AppError, Timestamp } from '@wp/kernel'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { content, defineRoute, handle, raw, reply } from '../src/index.ts'
import { base, outcome, page, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

const leak = defineRoute({
  ...base,
  id: 'leak',
  method: 'GET',
  path: '/leak',
  replies: { 200: z.object({ user: z.object({ name: z.string() }) }) },
})
const wrong = defineRoute({
  ...base,
  id: 'wrong',
  method: 'GET',
  path: '/wrong',
  replies: { 200: z.object({ n: z.number() }) },
})
const list = defineRoute({
  ...base,
  id: 'list',
  method: 'GET',
  path: '/list',
  replies: {
    200: z.object({ things: z.array(z.object({ id: z.string(), at: Timestamp })), total: z.int() }),
  },
})
const boom = defineRoute({
  ...base,
  id: 'boom',
  method: 'GET',
  path: '/boom',
  replies: { 200: z.object({}) },
})
const signup = defineRoute({
  ...base,
  id: 'signup',
  method: 'GET',
  path: '/signup',
  showCause: true,
  replies: { 200: z.object({}) },
})
const busy = defineRoute({
  ...base,
  id: 'busy',
  method: 'GET',
  path: '/busy',
  replies: { 200: z.object({}) },
})
const broken = defineRoute({
  ...base,
  id: 'broken',
  method: 'GET',
  path: '/broken',
  cache: 'public',
  query: z.object({ as: z.enum(['header', 'stream']) }),
  replies: { 200: [z.object({}), raw('text/plain')] },
})
const endless = defineRoute({
  ...base,
  id: 'endless',
  method: 'GET',
  path: '/endless',
  query: z.object({ as: z.enum(['stream', 'silence']) }),
  replies: { 200: raw('text/plain') },
})
const report = defineRoute({
  ...base,
  id: 'report',
  method: 'GET',
  path: '/report',
  query: z.object({ as: z.enum(['csv', 'stream', 'json']) }),
  replies: { 200: [z.object({ rows: z.int() }), raw('text/csv')] },
})

const failingStream = () =>
  new Readable({
    read() {
      this.push('begin')
      this.destroy(new Error('the disk failed'))
    },
  })

/** One function per hanging request: fails it if its caller has disconnected, and returns whether it has. */
const silences: (() => boolean)[] = []

let service: Scratch
beforeAll(async () => {
  service = await scratchService([
    handle(page, () => reply(200, { title: 'Hello' })),
    handle(leak, () => reply(200, { user: { name: 'A', passwordHash: 'x' } as { name: string }, extra: 1 })),
    handle(wrong, () => reply(200, { n: 'secret value' } as unknown as { n: number })),
    handle(list, () => {
      const at = ['2027-03-10T09:00:00.000Z', '+010000-01-01T00:59:59.000Z', 'Invalid Date']
      return reply(200, { things: at.map((time, index) => ({ id: `t${index}`, at: time })), total: 3 })
    }),
    handle(boom, () => {
      throw new Error('connect mongodb://user:pass@db/x failed at /srv/secret.ts')
    }),
    handle(signup, () => {
      throw new AppError('INTERNAL', 'hidden', {
        cause: new Error('connect mongodb://user:pass@db/x failed\nstack'),
      })
    }),
    handle(busy, () => {
      throw new AppError('UNAVAILABLE', 'The database is unavailable', { retryAfterSeconds: 2 })
    }),
    handle(broken, ({ query }) =>
      query.as === 'header'
        ? reply(200, {}, { headers: { 'x-name': 'a\r\nset-cookie: b=1' } })
        : reply(200, content('text/plain', failingStream())),
    ),
    handle(endless, async ({ query, signal }) => {
      if (query.as === 'stream')
        return reply(
          200,
          content(
            'text/plain',
            Readable.from(
              (async function* () {
                for (;;) yield await new Promise<string>((resolve) => setImmediate(resolve, 'more'))
              })(),
            ),
          ),
        )
      await new Promise<void>((resolve) => {
        silences.push(() => {
          if (signal.aborted) resolve()
          return signal.aborted
        })
      })
      throw new AppError('TIMEOUT', 'Too late')
    }),
    handle(report, ({ query }) => {
      if (query.as === 'json') return reply(200, { rows: 2 })
      return reply(
        200,
        content('text/csv', query.as === 'csv' ? 'a,b\n1,2' : Readable.from(['a,b\n', '1,2'])),
      )
    }),
  ])
})
afterAll(() => service.stop())

describe('a reply body', () => {
  it('omits fields that the schema does not declare', async () => {
    expect((await service.call('GET', '/leak')).text).toBe('{"user":{"name":"A"}}')
  })

  it('is replaced by a 500 without details when it does not match the schema, and the path of the mismatch is logged', async () => {
    const answer = await service.call('GET', '/wrong')
    expect(outcome(answer)).toBe('500 INTERNAL')
    expect(answer.text).not.toContain('secret')
    expect(
      service.lines.find(({ msg, route }) => msg === 'request failed' && route === 'wrong')?.err,
    ).toMatchObject({
      message: expect.stringContaining('at n'),
    })
  })

  it('omits invalid records from a list; their ids are logged, and a metric counts them', async () => {
    expect((await service.call('GET', '/list')).json).toEqual({
      things: [{ id: 't0', at: '2027-03-10T09:00:00.000Z' }],
      total: 3,
    })
    const lines = service.lines.filter(({ msg }) =>
      String(msg).startsWith('record does not match the reply schema'),
    )
    expect(lines.map(({ route, id }) => [route, id])).toEqual([
      ['list', 't1'],
      ['list', 't2'],
    ])
    expect(JSON.stringify(lines)).not.toContain('010000')
    expect(await service.metrics.registry.metrics()).toMatch(
      /http_records_left_out_total\{.*route="list".*\} 2/,
    )
  })

  it('contains no internal details when the status is 500', async () => {
    const { json } = await service.call('GET', '/boom')
    expect(json).toEqual({
      error: { code: 'INTERNAL', message: 'An internal error occurred; try again' },
    })
  })

  it('includes the cause of a 500, without URLs or the stack, if the route sets showCause', async () => {
    const { json } = await service.call('GET', '/signup')
    expect(json.error.message).toBe('An internal error occurred; try again: connect [address] failed')
  })

  it('is sent with the Retry-After of the error when the status is 503', async () => {
    const answer = await service.call('GET', '/busy')
    expect(outcome(answer)).toBe('503 UNAVAILABLE')
    expect(answer.headers.get('retry-after')).toBe('2')
  })

  it('is sent unchanged, from memory or as a stream, when it is not JSON', async () => {
    for (const as of ['csv', 'stream']) {
      const answer = await service.call('GET', `/report?as=${as}`)
      expect(answer.text).toBe('a,b\n1,2')
      expect(answer.headers.get('content-type')).toBe('text/csv')
      expect(answer.headers.get('vary')).toBe('Accept')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
    expect((await service.call('GET', '/report?as=json')).json).toEqual({ rows: 2 })
  })
})

describe('a failing reply', () => {
  it('becomes a 500 without the original headers when a header is invalid', async () => {
    const answer = await service.call('GET', '/broken?as=header')
    expect(outcome(answer)).toBe('500 INTERNAL')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  it('closes the connection and logs the error when its stream fails', async () => {
    await expect(service.call('GET', '/broken?as=stream')).rejects.toThrow(/terminated|fetch failed/)
    expect((await service.call('GET', '/page')).status).toBe(200)
    const failed = service.lines.filter(({ msg, route }) => msg === 'request failed' && route === 'broken')
    expect(failed.at(-1)?.err).toMatchObject({ message: 'the disk failed' })
  })

  /** Returns the statuses of the logged requests to /endless. */
  const endlessStatuses = () =>
    service.lines.flatMap(({ msg, route, status }) =>
      route === 'endless' && (msg === 'request' || msg === 'request failed') ? [status] : [],
    )

  it('is logged with status 499 when the caller disconnects during a stream', async () => {
    const before = endlessStatuses().length
    const caller = new AbortController()
    const { body } = await fetch(`${service.url}/endless?as=stream`, { signal: caller.signal })
    await body!.getReader().read()
    caller.abort()
    await expect.poll(() => endlessStatuses().slice(before)).toEqual([499])
  })

  it('is logged with status 499 when the caller disconnects before the handler fails', async () => {
    const before = endlessStatuses().length
    const caller = new AbortController()
    const answer = fetch(`${service.url}/endless?as=silence`, { signal: caller.signal })
    await expect.poll(() => silences.length).toBe(1)
    caller.abort()
    await expect(answer).rejects.toThrow('aborted')
    await expect.poll(() => silences[0]!()).toBe(true)
    await expect.poll(() => endlessStatuses().slice(before)).toEqual([499])
  })
})
