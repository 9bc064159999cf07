import { AsyncLocalStorage } from 'node:async_hooks'
import { newId } from '@wp/kernel'
import { createMetrics, requestContext } from '@wp/telemetry'
import { beforeAll, describe, expect, it } from 'vitest'
import { isDatabaseUnavailable } from '../src/index.ts'
import type { Database, Tx } from '../src/index.ts'
import { accounts, Moved, openAccount } from './accounts.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()
const outsideTransactions = AsyncLocalStorage.snapshot()
const metrics = createMetrics('test')
let db: Database
beforeAll(async () => {
  db = await server.open({ collections: [accounts], metrics })
})

const committedCount = async (): Promise<number> =>
  Number(
    /attempts_total\{[^}]*outcome="committed"[^}]*\} (\d+)/.exec(await metrics.registry.metrics())?.[1] ?? 0,
  )

const scene = () => openAccount(db)

describe('db.transaction on contended records', () => {
  it.each(['starts with the contended record', 'reaches the contended record late'])(
    'needs few attempts for 40 concurrent changes to one record when it %s, and does not delay other workspaces',
    async (how) => {
      const [hot, other] = [await scene(), await scene()]
      const count = 40
      let attempts = 0
      const add = () =>
        db.transaction(async () => {
          attempts += 1
          if (how.includes('late')) await other.own(newId()).count()
          const { balance } = await hot.own(hot.workspaceId).get({ id: hot.id })
          await hot.own(hot.workspaceId).updateIf({ id: hot.id }, { balance: balance + 1 })
        })
      const adding = Array.from({ length: count }, add)
      let waiting = count
      for (const each of adding) void each.then(() => (waiting -= 1))
      await db.transaction(() =>
        other.own(other.workspaceId).updateIf({ id: other.id }, { $inc: { balance: 1 } }),
      )
      expect(waiting).toBeGreaterThan(0)
      await Promise.all(adding)
      expect(await hot.balanceOf()).toBe(count)
      expect(attempts).toBeLessThanOrEqual(count * 3)
    },
  )

  it('needs one attempt for each of 40 concurrent changes to one record in a queue, and does not delay other records', async () => {
    const [hot, other] = [await scene(), await scene()]
    const count = 40
    let attempts = 0
    const add = async () => {
      attempts += 1
      await other.own(newId()).count()
      const { balance } = await hot.own(hot.workspaceId).get({ id: hot.id })
      await hot.own(hot.workspaceId).updateIf({ id: hot.id }, { balance: balance + 1 })
    }
    const adding = Array.from({ length: count }, () => db.transaction(add, { queue: hot.id }))
    let waiting = count
    for (const each of adding) void each.then(() => (waiting -= 1))
    const addElsewhere = () =>
      other.own(other.workspaceId).updateIf({ id: other.id }, { $inc: { balance: 1 } })
    await db.transaction(addElsewhere, { queue: other.id })
    expect(waiting).toBeGreaterThan(0)
    await Promise.all(adding)
    expect([await hot.balanceOf(), attempts]).toEqual([count, count])
  })

  it('commits queued changes together, each in the context of its request', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const release = Promise.withResolvers<void>()
    const first = db.transaction(() => release.promise, { queue: id })
    const balances: number[] = []
    const contexts: (string | undefined)[] = []
    const add = async (tx: Tx) => {
      await own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
      tx.publish(Moved, { workspaceId, data: { id, by: 1 } })
      tx.afterCommit(() => contexts.push(requestContext.current()?.requestId))
      return (await own(workspaceId).get({ id })).balance
    }
    const adding = [1, 2, 3].map((number) =>
      requestContext.run({ requestId: `request ${number}` }, async () => {
        balances.push(await db.transaction(add, { queue: id }))
        contexts.push(requestContext.current()?.requestId)
      }),
    )
    const before = await committedCount()
    release.resolve()
    await Promise.all([first, ...adding])
    expect(await committedCount()).toBe(before + 2)
    expect([balances, await balanceOf()]).toEqual([[1, 2, 3], 3])
    const names = ['request 1', 'request 2', 'request 3']
    expect(contexts).toEqual([...names, ...names])
    const events = (await db.outbox.pending(1000)).filter(({ aggregate }) => aggregate === `account:${id}`)
    const requestIds = events.map(({ envelope }) => (JSON.parse(envelope) as { requestId: string }).requestId)
    expect(requestIds).toEqual(names)
  })

  it.each(['alone', 'with others'])(
    'joins an outer transaction that runs %s in the same queue',
    async (how) => {
      const { workspaceId, id, own, balanceOf } = await scene()
      const increment = () => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
      const nested = () =>
        db.transaction(() => db.transaction(increment, { queue: id }).then(increment), { queue: id })
      const count = how === 'alone' ? 1 : 4
      await Promise.all(Array.from({ length: count }, nested))
      expect(await balanceOf()).toBe(count * 2)
    },
  )

  it.each([
    ['has no queue', {}],
    ['waits in another queue', { queue: 'another' }],
  ])('rejects a queue inside an outer transaction that %s, and rolls it back', async (_, options) => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const increment = () => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
    const outer = db.transaction(async () => {
      await increment()
      await db.transaction(increment, { queue: id })
    }, options)
    await expect(outer).rejects.toThrow(`does not wait in the queue "${id}"`)
    expect(await balanceOf()).toBe(0)
  })

  it('rolls back only the change that fails of those that waited in a queue', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const release = Promise.withResolvers<void>()
    const first = db.transaction(() => release.promise, { queue: id })
    const add = (by: number) =>
      db.transaction(
        async () => {
          await own(workspaceId).updateIf({ id }, { $inc: { balance: by } })
          if (by === 10) throw new Error('refused')
        },
        { queue: id },
      )
    const adding = Promise.allSettled([add(1), add(10), add(100)])
    release.resolve()
    await first
    expect((await adding).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await balanceOf()).toBe(101)
  })

  it('commits queued changes together again after one of them has failed', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const release = Promise.withResolvers<void>()
    const first = db.transaction(() => release.promise, { queue: id })
    const add = () =>
      db.transaction(() => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } }), { queue: id })
    const failing = db.transaction(() => Promise.reject(new Error('refused')), { queue: id })
    const count = 15 + 1 + 2 + 4 + 8 + 16
    const adding = Array.from({ length: count }, add)
    const before = await committedCount()
    release.resolve()
    const outcomes = await Promise.allSettled([first, failing, ...adding])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(1)
    // The first one, 15 that ran alone because one of their group failed, and then groups of 1, 2, 4, 8 and 16.
    expect(await committedCount()).toBe(before + 1 + 15 + 5)
    expect(await balanceOf()).toBe(count)
  })

  it('leaves the queue after a failure, and returns UNAVAILABLE when its turn does not come before the timeout', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const queue = { queue: id }
    const failing = db.transaction(() => Promise.reject(new Error('refused')), queue)
    await expect(failing).rejects.toThrow('refused')
    const release = Promise.withResolvers<void>()
    const first = db.transaction(() => release.promise, queue)
    const add = () => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
    const late = { requestId: 'late', deadline: performance.now() + 100 }
    await expect(requestContext.run(late, () => db.transaction(add, queue))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 1,
    })
    release.resolve()
    await first
    await db.transaction(add, queue)
    expect(await balanceOf()).toBe(1)
  })

  it('returns UNAVAILABLE when its turn to change a contended record does not come before the timeout', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const [repeated, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let attempts = 0
    const add = () => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
    const first = db.transaction(async () => {
      attempts += 1
      await own(workspaceId).get({ id })
      if (attempts === 1) await outsideTransactions(add)
      else {
        repeated.resolve()
        await release.promise
      }
      await add()
    })
    await repeated.promise
    const late = { requestId: 'late', deadline: performance.now() + 100 }
    await expect(requestContext.run(late, () => db.transaction(add))).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      retryAfterSeconds: 1,
    })
    release.resolve()
    await first
    expect(await balanceOf()).toBe(2)
  })

  it('commits while a hundred writes wait for the same record', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const add = () => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
    const outside: Promise<unknown>[] = []
    const { promise: began, resolve: startOutside } = Promise.withResolvers<void>()
    const crowd = began.then(() => {
      for (let number = 0; number < 100; number += 1) outside.push(add())
    })
    await db.transaction(async () => {
      await add()
      startOutside()
      await crowd
      await add()
    })
    await Promise.all(outside)
    expect(await balanceOf()).toBe(102)
  })

  it('passes on a turn granted after its transaction has failed, and reports an excessive wait as contention', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const add = () => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
    const hasTurn = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let attempts = 0
    const holding = db.transaction(async () => {
      attempts += 1
      await own(workspaceId).get({ id })
      // Another change after the first read makes the first attempt conflict.
      if (attempts === 1) await outsideTransactions(add)
      else {
        hasTurn.resolve()
        await release.promise
      }
      await add()
    })
    await hasTurn.promise
    const failing = db.transaction(() => {
      void add().catch(() => undefined)
      return Promise.reject(new Error('gave up'))
    })
    await expect(failing).rejects.toThrow('gave up')
    const addWithin = (ms: number) =>
      requestContext.run({ requestId: 'r', deadline: performance.now() + ms }, () => db.transaction(add))
    const refusal = await addWithin(100).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 })
    expect(isDatabaseUnavailable(refusal)).toBe(false)
    release.resolve()
    await holding
    await addWithin(3000)
    expect([await balanceOf(), attempts]).toEqual([3, 2])
  })
})
