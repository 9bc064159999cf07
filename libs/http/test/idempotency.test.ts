import { AppError, defineErrors } from '@wp/kernel'
import type { IdempotencyStore, IdempotentRequest, StoredReply } from '@wp/kernel'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { admin, createApp, defineRoute, handle, open, reply, workspace } from '../src/index.ts'
import { ids, outcome, scratchService } from './scratch-service.ts'
import type { Scratch } from './scratch-service.ts'

/** In-memory idempotency store without transactions. */
const memoryStore = () => {
  const entries = new Map<string, { bodyHash: string; reply: StoredReply | null }>()
  const requests: (IdempotentRequest & { isPrepared: boolean })[] = []
  const queues: string[] = []
  const store: IdempotencyStore = {
    run: async (request, work, { prepare, queue } = {}) => {
      requests.push({ ...request, isPrepared: prepare !== undefined })
      const id = `${request.scope} ${request.key}`
      const known = entries.get(id)
      if (known && known.bodyHash !== request.bodyHash)
        throw new AppError('IDEMPOTENCY_KEY_REUSED', 'other body')
      if (known?.reply) return { reply: known.reply, isReplay: true }
      if (known) throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'running')
      const entry: { bodyHash: string; reply: StoredReply | null } = {
        bodyHash: request.bodyHash,
        reply: null,
      }
      entries.set(id, entry)
      try {
        const refusal = (await prepare?.()) ?? null
        if (!refusal && queue) queues.push(queue())
        entry.reply = refusal ?? (await work())
        return { reply: entry.reply, isReplay: false }
      } catch (error) {
        entries.delete(id)
        throw error
      }
    },
  }
  return { store, requests, queues, entries }
}

const errors = defineErrors({ THING_BUSY: { status: 422, cause: 'It is busy.', remedy: 'Wait.' } })
const Body = z.object({
  title: z.string(),
  fail: z.enum(['CONFLICT', 'FORBIDDEN', 'UNAVAILABLE', 'THING_BUSY']).optional(),
})
const shape = {
  summary: 's',
  body: Body,
  replies: { 201: z.object({ n: z.int() }) },
  fails: [400, 401, 403, 404, 409, 422],
} as const
const create = defineRoute({
  ...shape,
  id: 'create',
  method: 'POST',
  path: '/workspace/:workspaceId/things',
  access: workspace('member'),
})
const filter = defineRoute({
  ...shape,
  id: 'filter',
  method: 'POST',
  path: '/workspace/:workspaceId/filters',
  query: z.object({ dryRun: z.enum(['true', 'false']).default('false') }),
  access: workspace('member'),
})
const renew = defineRoute({
  ...shape,
  id: 'renew',
  method: 'POST',
  path: '/admin/renewals',
  access: admin('any'),
  idempotency: 'required',
})
const order = defineRoute({
  ...shape,
  id: 'order',
  method: 'POST',
  path: '/public/stores/:slug/orders',
  access: open(),
  idempotency: 'saga',
})
const start = defineRoute({
  ...shape,
  id: 'start',
  method: 'POST',
  path: '/public/starts',
  access: open(),
  replies: { 201: z.object({ n: z.int(), token: z.string() }) },
})
const upload = defineRoute({
  ...shape,
  id: 'upload',
  method: 'POST',
  path: '/public/uploads',
  access: open(),
})
const login = defineRoute({
  ...shape,
  id: 'login',
  method: 'POST',
  path: '/login',
  access: open(),
  idempotency: 'none',
})

const { store, requests, queues, entries } = memoryStore()
let effects = 0
const effect = ({ body }: { body: z.output<typeof Body> }) => {
  effects += 1
  if (body.fail === 'THING_BUSY') throw new AppError(errors.THING_BUSY, 'locked', { retryAfterSeconds: 5 })
  if (body.fail) throw new AppError(body.fail, 'as requested')
  return reply(201, { n: effects })
}

let service: Scratch
beforeAll(async () => {
  const withToken = (n: number) =>
    reply(201, { n, token: `token ${n}`, internal: 'hidden' }, { headers: { 'x-n': `${n}` } })
  const routes = [
    handle(create, effect),
    handle(filter, effect),
    handle(renew, effect),
    handle(order, effect),
    handle(login, effect),
    handle(upload, (_, stored: number) => reply(201, { n: stored }), {
      prepare: async (r) => effect(r).body.n,
      queue: ({ body }, stored) => `uploads ${body.title} ${stored}`,
    }),
    handle(start, (request) => withToken(effect(request).body.n), { replay: () => withToken(effects) }),
  ]
  service = await scratchService(routes, { idempotency: store })
})
afterAll(() => service.stop())

const post = async (key: string | null, body: object, workspaceId = ids.workspace) =>
  service.call('POST', `/workspace/${workspaceId}/things`, {
    token: await service.tokens.owner(workspaceId),
    body,
    headers: key === null ? {} : { 'idempotency-key': key },
  })

describe('Idempotency-Key', () => {
  it('replays the first reply for the same key and body with Idempotency-Replayed, and answers 422 for another body', async () => {
    const first = await post('key-1', { title: 'a' })
    const again = await post('key-1', { title: 'a' })
    expect(again.text).toBe(first.text)
    expect([first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')]).toEqual([
      null,
      'true',
    ])
    expect(outcome(await post('key-1', { title: 'b' }))).toBe('422 IDEMPOTENCY_KEY_REUSED')
    expect((await post(null, { title: 'a' })).json.n).toBeGreaterThan(first.json.n)
  })

  it('ignores whitespace and string escapes when comparing bodies', async () => {
    const first = await post('key-spaced', { title: 'a', fail: undefined })
    const send = async (raw: string) =>
      service.call('POST', `/workspace/${ids.workspace}/things`, {
        token: await service.tokens.owner(),
        raw,
        headers: { 'idempotency-key': 'key-spaced', 'content-type': 'application/json' },
      })
    expect((await send('{\n  "title": "\\u0061"\n}')).text).toBe(first.text)
    expect(outcome(await send('{"title":"a ","x":1}'))).toBe('422 IDEMPOTENCY_KEY_REUSED')
  })

  it('rejects the same key with another query, and ignores parameters that the route does not declare', async () => {
    const send = async (query: string) =>
      service.call('POST', `/workspace/${ids.workspace}/filters${query}`, {
        token: await service.tokens.owner(),
        body: { title: 'a' },
        headers: { 'idempotency-key': 'key-query' },
      })
    const first = await send('')
    expect((await send('?dryRun=false&x=1')).text).toBe(first.text)
    expect(outcome(await send('?dryRun=true'))).toBe('422 IDEMPOTENCY_KEY_REUSED')
  })

  it('treats the same key in another workspace or path as another request', async () => {
    const first = await post('key-2', { title: 'a' })
    expect((await post('key-2', { title: 'a' }, ids.other)).json).not.toEqual(first.json)
    const at = (slug: string) =>
      service.call('POST', `/public/stores/${slug}/orders`, {
        body: { title: 'a' },
        headers: { 'idempotency-key': 'k' },
      })
    expect((await at('one')).json).not.toEqual((await at('two')).json)
  })

  it('stores no body for a route with `replay`, which creates the same reply again, but stores permanent failures', async () => {
    const send = (body: object, key: string) =>
      service.call('POST', '/public/starts', { body, headers: { 'idempotency-key': key } })
    const first = await send({ title: 'a' }, 'key-start')
    const again = await send({ title: 'a' }, 'key-start')
    expect(first.json).toEqual({ n: effects, token: `token ${effects}` })
    expect(again.text).toBe(first.text)
    expect([first, again].map(({ headers }) => headers.get('x-n'))).toEqual([`${effects}`, `${effects}`])
    expect([first, again].map(({ headers }) => headers.get('idempotency-replayed'))).toEqual([null, 'true'])
    expect(entries.get('public:/public/starts key-start')!.reply).toEqual({
      status: 201,
      body: null,
      headers: {},
    })
    const before = effects
    const refused = [1, 2].map(() => send({ title: 'a', fail: 'CONFLICT' }, 'key-refused'))
    for (const one of refused) expect(outcome(await one)).toMatch(/^409 /)
    expect(outcome(await send({ title: 'a', fail: 'CONFLICT' }, 'key-refused'))).toBe('409 CONFLICT')
    expect(effects).toBe(before + 1)
  })

  it('runs `prepare` before the handler, once per key, and stores its permanent failures', async () => {
    const send = (body: object, headers: Record<string, string> = {}) =>
      service.call('POST', '/public/uploads', { body, headers })
    const before = effects
    expect((await send({ title: 'a' })).json).toEqual({ n: before + 1 })
    const key = { 'idempotency-key': 'key-upload' }
    for (let call = 0; call < 2; call += 1)
      expect((await send({ title: 'a' }, key)).json).toEqual({ n: before + 2 })
    const refused = { 'idempotency-key': 'key-refused-upload' }
    for (let call = 0; call < 2; call += 1)
      expect(outcome(await send({ title: 'a', fail: 'CONFLICT' }, refused))).toBe('409 CONFLICT')
    expect(effects).toBe(before + 3)
  })

  it("derives a request's queue from its body and the result of `prepare`, but not for a repeated request", async () => {
    const send = () =>
      service.call('POST', '/public/uploads', {
        body: { title: 'hot' },
        headers: { 'idempotency-key': 'key-queue' },
      })
    const { n } = (await send()).json
    await send()
    expect(queues.filter((queue) => queue.includes('hot'))).toEqual([`uploads hot ${n}`])
  })

  it('stores a permanent failure, but not one that a retry can avoid (FORBIDDEN, UNAVAILABLE or INVOICE_BUSY)', async () => {
    const runs = async (fail: string, key: string) => {
      const before = effects
      const answers = [await post(key, { title: 'a', fail }), await post(key, { title: 'a', fail })]
      return [...answers.map(outcome), effects - before]
    }
    expect(await runs('CONFLICT', 'key-3')).toEqual(['409 CONFLICT', '409 CONFLICT', 1])
    expect(await runs('FORBIDDEN', 'key-4')).toEqual(['403 FORBIDDEN', '403 FORBIDDEN', 2])
    expect(await runs('UNAVAILABLE', 'key-5')).toEqual(['503 UNAVAILABLE', '503 UNAVAILABLE', 2])
    expect(await runs('THING_BUSY', 'key-6')).toEqual(['422 THING_BUSY', '422 THING_BUSY', 2])
  })

  it.each(['', 'x'.repeat(256), 'a\tb', 'é'])('answers 400 for the key %j', async (key) => {
    expect(outcome(await post(key, { title: 'a' }))).toBe('400 INVALID_REQUEST')
  })

  it('answers 400 for a missing required key and ignores keys on routes that do not take one', async () => {
    const token = await service.tokens.admin('super-admin')
    expect(outcome(await service.call('POST', '/admin/renewals', { token, body: { title: 'a' } }))).toBe(
      '400 INVALID_REQUEST',
    )
    expect(
      outcome(
        await service.call('POST', '/admin/renewals', {
          token,
          body: { title: 'a' },
          headers: { 'idempotency-key': 'r' },
        }),
      ),
    ).toBe('201')
    expect(
      outcome(
        await service.call('POST', '/login', {
          body: { title: 'a' },
          headers: { 'idempotency-key': '\u00e9' },
        }),
      ),
    ).toBe('201')
  })

  it("passes the key's scope and the route's mode to the store, and `prepare` only if the route defines it", () => {
    const passed = requests.map(({ scope, routeId, mode }) => `${routeId} ${mode} ${scope}`)
    const prepared = requests.filter(({ isPrepared }) => isPrepared).map(({ routeId }) => routeId)
    expect(new Set(prepared)).toEqual(new Set(['upload']))
    expect(passed).toContain(`create transaction workspace:${ids.workspace}`)
    expect(passed).toContain(`renew transaction account:${ids.account}`)
    expect(passed).toContain('order saga public:/public/stores/one/orders')
  })

  it('throws at startup when a route takes keys and no store is configured', () => {
    expect(() => createApp({ routes: [handle(create, effect)], metrics: service.metrics } as never)).toThrow(
      /no idempotency store/,
    )
  })
})
