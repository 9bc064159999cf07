import { fixedClock, newId, newSecret } from '@wp/kernel'
import type { IdempotencyStore, IdempotentRequest, StoredReply } from '@wp/kernel'
import { createMetrics } from '@wp/telemetry'
import { beforeAll, describe, expect, it } from 'vitest'
import { collection, mongoIdempotency } from '../src/index.ts'
import type { Database } from '../src/index.ts'
import { idempotencyCollection } from '../src/idempotency-records.ts'
import { scratchServer } from './scratch-database.ts'

const orders = collection<{ label: string }>('orders', 'Order', { label: String }, [
  { keys: { workspaceId: 1, label: 1 } },
])

const server = scratchServer()
const metrics = createMetrics('test')
const clock = fixedClock('2027-01-01T00:00:00.000Z')
let db: Database
let keys: IdempotencyStore
beforeAll(async () => {
  db = await server.open({ collections: [orders], clock, metrics })
  keys = mongoIdempotency(db)
})

const scene = () => {
  const scope = newId()
  const request = (over: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
    scope,
    workspaceId: scope,
    key: 'k',
    bodyHash: 'h',
    routeId: 'createOrder',
    mode: 'transaction',
    isSecret: false,
    ...over,
  })
  const own = db.tenant(orders)(scope)
  let calls = 0
  const create = async (): Promise<StoredReply> => {
    calls += 1
    const order = await db.transaction(() => own.insert({ label: 'x' }))
    return { status: 201, body: { order: { id: order.id } }, headers: { location: `/${order.id}` } }
  }
  return { request, own, create, calls: () => calls }
}

const answering = (status: number) => (): Promise<StoredReply> =>
  Promise.resolve({ status, body: { status }, headers: {} })

describe.each(['transaction', 'saga'] as const)('mongoIdempotency in %s mode', (mode) => {
  it('returns the first reply to a repeated request without applying it again', async () => {
    const { request, own, create } = scene()
    const first = await keys.run(request({ mode }), create)
    const second = await keys.run(request({ mode }), create)
    expect(first.isReplay).toBe(false)
    expect(await db.global(idempotencyCollection)().count({ workspaceId: request().workspaceId })).toBe(1)
    expect(second).toEqual({ reply: first.reply, isReplay: true })
    expect(await own.count()).toBe(1)
  })

  it('applies 100 concurrent requests to ten replicas only once', async () => {
    const { request, own, create } = scene()
    const replicas = Array.from({ length: 10 }, () => mongoIdempotency(db))
    const results = await Promise.allSettled(
      Array.from({ length: 100 }, (_, index) => replicas[index % 10]!.run(request({ mode }), create)),
    )
    expect(await own.count()).toBe(1)
    const answers = results.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
    const refusals = results
      .filter((each) => each.status === 'rejected')
      .map(({ reason }) => reason as unknown)
    expect(answers.filter(({ isReplay }) => !isReplay)).toHaveLength(1)
    expect(new Set(answers.map(({ reply }) => JSON.stringify(reply))).size).toBe(1)
    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
    expect(answers.length + refusals.length).toBe(100)
  })

  it('rejects a key that was already used for another body or route', async () => {
    const { request, create } = scene()
    await keys.run(request({ mode }), create)
    for (const other of [{ bodyHash: 'other' }, { routeId: 'createInvoice' }])
      await expect(keys.run(request({ mode, ...other }), create)).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
      })
  })

  it('treats the same key in another scope as a different key', async () => {
    const [mine, theirs] = [scene(), scene()]
    await keys.run(mine.request({ mode }), mine.create)
    await keys.run(theirs.request({ mode, bodyHash: 'other' }), theirs.create)
    expect(await theirs.own.count()).toBe(1)
  })

  it.each([500, 503, 401, 403, 429])('does not store a reply with status %i', async (status) => {
    const { request, create } = scene()
    const first = await keys.run(request({ mode }), answering(status))
    expect(first).toMatchObject({ reply: { status }, isReplay: false })
    expect(await keys.run(request({ mode }), create)).toMatchObject({
      reply: { status: 201 },
      isReplay: false,
    })
  })

  it.each([400, 404, 422])('stores a reply with status %i', async (status) => {
    const { request, create } = scene()
    await keys.run(request({ mode }), answering(status))
    expect(await keys.run(request({ mode }), create)).toMatchObject({ reply: { status }, isReplay: true })
  })

  it('runs the request again with the same key after a failure', async () => {
    const { request, create } = scene()
    await expect(keys.run(request({ mode }), () => Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
    expect(await keys.run(request({ mode }), create)).toMatchObject({ isReplay: false })
  })

  it('accepts a key as new after 24 hours', async () => {
    const { request, own, create } = scene()
    await keys.run(request({ mode }), create)
    clock.advance(24 * 3600 * 1000)
    expect(await keys.run(request({ mode, bodyHash: 'other' }), create)).toMatchObject({ isReplay: false })
    expect(await own.count()).toBe(2)
  })
})

describe('mongoIdempotency for a secret request', () => {
  const secretScene = async () => {
    const { request } = scene()
    const secret = request({ key: newSecret(), isSecret: true })
    const token = newSecret()
    const reply = { status: 201, body: { token }, headers: {} }
    await keys.run(secret, () => Promise.resolve(reply))
    return { secret, token, reply }
  }

  it('stores neither the key nor the reply', async () => {
    const { secret, token } = await secretScene()
    const records = await db.global(idempotencyCollection)().find()
    const stored = JSON.stringify(records.filter(({ id }) => id.startsWith(secret.scope)))
    expect(stored).toContain(secret.routeId)
    for (const hidden of [secret.key, token, '"token"', 'status']) expect(stored).not.toContain(hidden)
  })

  it('returns the reply only for the same key and body', async () => {
    const { secret, reply } = await secretScene()
    const answer = answering(204)
    expect(await keys.run(secret, answer)).toEqual({ reply, isReplay: true })
    await expect(keys.run({ ...secret, bodyHash: 'other' }, answer)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    expect(await keys.run({ ...secret, key: newSecret() }, answer)).toMatchObject({ isReplay: false })
  })
})

describe('mongoIdempotency with a queue', () => {
  const committedCount = async (): Promise<number> =>
    Number(/outcome="committed"[^}]*\} (\d+)/.exec(await metrics.registry.metrics())![1])

  /**
   * Sends one request per letter that appends it to a record; `x` is rejected. All of them wait in the same
   * queue.
   */
  const appendAll = async (letters: string[]) => {
    const { request, own } = scene()
    const { id } = await own.insert({ label: '' })
    const before = await committedCount()
    const release = Promise.withResolvers<void>()
    const first = db.transaction(() => release.promise, { queue: id })
    let waiting = 0
    const queue = () => {
      waiting += 1
      if (waiting === letters.length) release.resolve()
      return id
    }
    const append = (letter: string) => async (): Promise<StoredReply> => {
      const { label } = await own.get({ id })
      await own.update({ id }, { label: label + letter })
      return { status: letter === 'x' ? 422 : 201, body: label + letter, headers: {} }
    }
    const send = () => Promise.all(letters.map((key) => keys.run(request({ key }), append(key), { queue })))
    const answers = (await send()).map(({ reply }) => reply)
    await first
    const committed = (await committedCount()) - before - 1
    return { answers, committed, label: (await own.get({ id })).label, repeated: await send() }
  }

  it('commits requests that waited for the same record together, each with its stored reply', async () => {
    const { answers, committed, label, repeated } = await appendAll(['a', 'b', 'c'])
    expect(answers.map(({ body }) => String(body).length)).toEqual(expect.arrayContaining([1, 2, 3]))
    expect([committed, label.split('').toSorted()]).toEqual([1, ['a', 'b', 'c']])
    expect(repeated).toEqual(answers.map((reply) => ({ reply, isReplay: true })))
  })

  it('rolls back only the rejected request of a group committed together, and stores every reply', async () => {
    const { answers, committed, label, repeated } = await appendAll(['a', 'x', 'c'])
    expect(answers.map(({ status }) => status)).toEqual([201, 422, 201])
    expect([committed, label.split('').toSorted()]).toEqual([2, ['a', 'c']])
    expect(repeated).toEqual(answers.map((reply) => ({ reply, isReplay: true })))
  })
})

describe('mongoIdempotency', () => {
  it('rolls back the effect of a request that is answered with a 4xx status', async () => {
    const { request, own } = scene()
    const { reply } = await keys.run(request(), async () => {
      await own.insert({ label: 'half' })
      return { status: 422, body: {}, headers: {} }
    })
    expect(reply.status).toBe(422)
    expect(await own.count()).toBe(0)
  })

  it('prepares a request outside its transaction, and only once when it is repeated', async () => {
    const { request, own, create } = scene()
    let prepared = 0
    const prepare = () => {
      expect(() => db.requireTransaction()).toThrow('must run inside db.transaction')
      prepared += 1
      return Promise.resolve(null)
    }
    const first = await keys.run(request(), create, { prepare })
    expect(await keys.run(request(), create, { prepare })).toEqual({ reply: first.reply, isReplay: true })
    expect([prepared, await own.count()]).toEqual([1, 1])
  })

  it('stores the reply of a rejected preparation instead of running the request', async () => {
    const { request, own, create } = scene()
    const first = await keys.run(request(), create, { prepare: answering(422) })
    expect(first.reply.status).toBe(422)
    expect(await keys.run(request(), create)).toEqual({ reply: first.reply, isReplay: true })
    expect(await own.count()).toBe(0)
  })

  it('rejects a request while the first one is still running', async () => {
    const { request, create } = scene()
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const first = keys.run(request(), async () => {
      start()
      await held
      return create()
    })
    await started
    for (const replica of [keys, mongoIdempotency(db)]) {
      const second = replica.run(request(), create)
      await expect(second).rejects.toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS', status: 409 })
    }
    await expect(keys.run(request({ bodyHash: 'other' }), create)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    release()
    expect(await first).toMatchObject({ reply: { status: 201 }, isReplay: false })
  })

  it.each([
    ['died', -1],
    ['died while its clock was an hour ahead', 3_600_000],
  ])(
    'reruns a saga only once when several requests retry it after its process %s',
    async (_, leaseEndsInMs) => {
      const { request, own, create, calls } = scene()
      const { scope, key, bodyHash, routeId } = request()
      const left = {
        workspaceId: null, // as in records from earlier versions
        bodyHash,
        routeId,
        reply: null,
        holder: 'the dead one',
        expiresAt: new Date('2028-01-01T00:00:00.000Z'),
      }
      await db
        .global(idempotencyCollection)()
        .insert({
          ...left,
          id: `${scope}:${key}`,
          leaseUntil: new Date(clock.now().getTime() + leaseEndsInMs),
        })
      const again = () => keys.run(request({ mode: 'saga' }), create).catch((error: unknown) => error)
      const elsewhere = () =>
        mongoIdempotency(db)
          .run(request({ mode: 'saga' }), create)
          .catch((error: unknown) => error)
      await Promise.all(Array.from({ length: 10 }, elsewhere))
      expect(calls()).toBe(1)
      expect(await own.count()).toBe(1)
      expect(await again()).toMatchObject({ reply: { status: 201 }, isReplay: true })
    },
  )

  it('does not rerun a saga that is still running', async () => {
    const { request, create } = scene()
    const { scope, workspaceId, key, bodyHash, routeId } = request()
    const held = {
      workspaceId,
      bodyHash,
      routeId,
      reply: null,
      holder: 'another',
      expiresAt: new Date('2028-01-01T00:00:00.000Z'),
    }
    await db
      .global(idempotencyCollection)()
      .insert({ ...held, id: `${scope}:${key}`, leaseUntil: new Date(clock.now().getTime() + 20_000) })
    await expect(keys.run(request({ mode: 'saga' }), create)).rejects.toMatchObject({
      code: 'IDEMPOTENCY_IN_PROGRESS',
    })
  })
})
