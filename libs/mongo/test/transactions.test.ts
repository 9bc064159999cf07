import { newId } from '@wp/kernel'
import { requestContext } from '@wp/telemetry'
import { mongo } from 'mongoose'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Database, Tx } from '../src/index.ts'
import { accounts, Moved, openAccount } from './accounts.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer()
let db: Database
beforeAll(async () => {
  db = await server.open({ collections: [accounts] })
})

const scene = (balance?: number) => openAccount(db, balance)

const markPublished = async (stream: string, ids: readonly string[], sequence: number) => {
  const records = await db.outbox.pending(1000)
  const published = records.filter(({ id }) => ids.includes(id))
  expect(published).toHaveLength(ids.length)
  await db.outbox.markPublished(
    stream,
    published.map(({ id, workspaceId }) => ({ id, workspaceId, sequence })),
  )
}

describe('db.transaction', () => {
  it('rolls back all changes and events when it fails', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const run = db.transaction(async (tx) => {
      await own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
      await own(workspaceId).insert({ name: 'second', balance: 0 })
      tx.publish(Moved, { workspaceId, data: { id, by: 1 } })
      expect(await own(workspaceId).count()).toBe(2)
      throw new Error('rolled back by the test')
    })
    await expect(run).rejects.toThrow('rolled back by the test')
    expect(await balanceOf()).toBe(0)
    expect(await own(workspaceId).count()).toBe(1)
    expect((await db.outbox.pending(100)).filter(({ aggregate }) => aggregate === `account:${id}`)).toEqual(
      [],
    )
  })

  it('applies each concurrent change exactly once', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const add = () =>
      db.transaction(async () => {
        const { balance } = await own(workspaceId).get({ id })
        await own(workspaceId).updateIf({ id }, { balance: balance + 1 })
      })
    await Promise.all(Array.from({ length: 10 }, add))
    expect(await balanceOf()).toBe(10)
  })

  it('joins the outer transaction and makes it fail when the inner one fails', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const inner = () => db.transaction(() => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } }))
    await db.transaction(async () => {
      await inner()
      await inner()
    })
    expect(await balanceOf()).toBe(2)
    const swallowed = db.transaction(async () => {
      await db
        .transaction(async () => {
          await inner()
          throw new Error('half done')
        })
        .catch(() => undefined)
    })
    await expect(swallowed).rejects.toThrow('half done')
    expect(await balanceOf()).toBe(2)
  })

  it('fails with CONFLICT after a duplicate key, even if the error is caught', async () => {
    const { workspaceId, own } = await scene()
    const run = db.transaction(async () => {
      await own(workspaceId).insert({ name: 'other', balance: 0 })
      await own(workspaceId)
        .insert({ name: 'first', balance: 0 })
        .catch(() => undefined)
      return own(workspaceId).count()
    })
    await expect(run).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await own(workspaceId).count()).toBe(1)
  })

  it('rejects with the error that the work throws after a duplicate key, instead of CONFLICT', async () => {
    const { workspaceId, own } = await scene()
    const run = db.transaction(() =>
      own(workspaceId)
        .insert({ name: 'first', balance: 0 })
        .catch(() => {
          throw new RangeError('choose another name')
        }),
    )
    await expect(run).rejects.toThrow('choose another name')
  })

  it("applies every one of a transaction's concurrent operations", async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    await db.transaction(() =>
      Promise.all(
        Array.from({ length: 10 }, () => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })),
      ),
    )
    expect(await balanceOf()).toBe(10)
  })

  it('rejects operations after the transaction has ended', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const { promise: hasEnded, resolve: end } = Promise.withResolvers<void>()
    let late: Promise<unknown> | undefined
    await db.transaction(async () => {
      late = hasEnded.then(() => own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } }))
      await own(workspaceId).count()
    })
    end()
    await expect(late).rejects.toThrow(/has ended/)
    expect(await balanceOf()).toBe(0)
  })

  it('calls a listener that is added after the commit, and none after a rollback', async () => {
    const { workspaceId, own } = await scene()
    const called: string[] = []
    const kept: { tx?: Tx } = {}
    await db.transaction(async (tx) => {
      kept.tx = tx
      await own(workspaceId).count()
    })
    kept.tx?.afterCommit(() => called.push('after the commit'))
    const failing = db.transaction(async (tx) => {
      kept.tx = tx
      throw new Error('rolled back by the test')
    })
    await expect(failing).rejects.toThrow('rolled back by the test')
    kept.tx?.afterCommit(() => called.push('after the rollback'))
    expect(called).toEqual(['after the commit'])
  })
})

describe('db.onChange', () => {
  it('calls listeners after the commit, without the context of the request that made the change', async () => {
    const { workspaceId, id, own } = await scene()
    const called: unknown[] = []
    const end = db.onChange(accounts, () => called.push(requestContext.current()?.requestId))
    await requestContext.run({ requestId: 'r' }, () =>
      db.transaction(async () => {
        await own(workspaceId).update({ id }, { balance: 1 })
        expect(called).toEqual([])
      }),
    )
    expect(called).toEqual([undefined])
    end()
    await own(workspaceId).update({ id }, { balance: 2 })
    expect(called).toHaveLength(1)
  })
})

describe('db.outbox', () => {
  it('stores events in order with their request context, and calls listeners after the commit', async () => {
    const { workspaceId, id, own } = await scene()
    const heard: string[] = []
    const end = db.outbox.onAppend((ids) => heard.push(...ids))
    let committed = 0
    for (const by of [1, 2, 3])
      await requestContext.run({ requestId: `r${by}` }, () =>
        db.transaction(async (tx) => {
          tx.publish(Moved, { workspaceId, data: { id, by } })
          tx.afterCommit(() => (committed += 1))
          await own(workspaceId).updateIf({ id }, { $inc: { balance: by } })
          expect(heard).toHaveLength(by - 1)
        }),
      )
    end()
    const mine = (await db.outbox.pending(100)).filter(({ aggregate }) => aggregate === `account:${id}`)
    const envelopes = mine.map(({ envelope }) => JSON.parse(envelope) as Record<string, unknown>)
    expect(envelopes).toMatchObject(
      [1, 2, 3].map((by) => ({
        type: Moved.type,
        workspaceId,
        requestId: `r${by}`,
        traceparent: null,
        data: { id, by },
      })),
    )
    expect(mine.map(({ id: eventId }) => eventId)).toEqual(heard)
    expect(envelopes.map((each) => each['id'])).toEqual(heard)
    expect(mine.map((record) => record.workspaceId)).toEqual([workspaceId, workspaceId, workspaceId])
    expect(committed).toBe(3)

    await markPublished('s1', heard, 3)
    expect((await db.outbox.pending(100)).filter(({ aggregate }) => aggregate === `account:${id}`)).toEqual(
      [],
    )
    const kept = []
    for await (const each of db.outbox.iterate(new Date(Date.now() - 60_000)))
      if (heard.includes(each.id)) kept.push(each.id)
    expect(kept).toEqual(heard)
  })

  it('makes events pending again when they are missing from the stream or requeued', async () => {
    const { workspaceId, id } = await scene()
    const begin = new Date()
    const heard: string[] = []
    const end = db.outbox.onAppend((ids) => heard.push(...ids))
    for (const by of [1, 2, 3])
      await db.transaction(async (tx) => tx.publish(Moved, { workspaceId, data: { id, by } }))
    end()
    const [first = '', second = '', third = ''] = heard
    const others = await db.outbox.pending(100, new Set([first, third]))
    expect(others.map((each) => each.id).filter((each) => heard.includes(each))).toEqual([second])
    const waiting = async () =>
      (await db.outbox.pending(100)).flatMap((each) => (each.aggregate === `account:${id}` ? [each.id] : []))

    // Requeues the events that other tests published to another stream, so that they are not counted below.
    await db.outbox.requeueMissing({ stream: '2027-01-01', sequence: 9 })
    await markPublished('2027-01-01', [first], 7)
    await markPublished('2027-01-01', [second], 8)
    await markPublished('2027-01-01', [third], 9)
    expect(await db.outbox.requeueMissing({ stream: '2027-01-01', sequence: 9 })).toBe(0)
    expect(await waiting()).toEqual([])
    expect(await db.outbox.requeueMissing({ stream: '2027-01-01', sequence: 8 })).toBe(1)
    expect(await waiting()).toEqual([third])
    await markPublished('2027-01-01', [third], 0)
    expect(await db.outbox.requeueMissing({ stream: '2027-01-01', sequence: 8 })).toBe(1)
    expect(await waiting()).toEqual([third])
    await db.outbox.requeueMissing({ stream: '2027-01-02', sequence: 0 })
    expect(await waiting()).toEqual(heard)

    await markPublished('2027-01-02', heard, 3)
    await db.outbox.requeueMissing({ stream: '2027-01-01', sequence: 9 })
    expect(await waiting()).toEqual(heard)
    await markPublished('2027-01-01', heard, 3)
    expect(await db.outbox.requeue(begin)).toBeGreaterThanOrEqual(3)
    expect(await waiting()).toEqual(heard)
  })

  it('rejects an event with invalid data', async () => {
    const { workspaceId, id } = await scene()
    const run = db.transaction((tx) => {
      tx.publish(Moved, { workspaceId, data: { id, by: 'much' as unknown as number } })
      return Promise.resolve()
    })
    await expect(run).rejects.toThrow(/expected number/)
  })
})

describe('db.inbox', () => {
  it('handles an event once, even for concurrent deliveries', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const eventId = newId()
    const once = () =>
      db.inbox.once('counter', { id: eventId, workspaceId }, async () => {
        await own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
      })
    const results = await Promise.all(Array.from({ length: 10 }, once))
    expect(results.toSorted((a, b) => a.localeCompare(b))).toEqual(['done', ...Array(9).fill('duplicate')])
    expect(await balanceOf()).toBe(1)
    expect(await db.inbox.once('another', { id: eventId, workspaceId }, async () => undefined)).toBe('done')
  })

  it('does not record an event whose handler fails', async () => {
    const { workspaceId, id, own, balanceOf } = await scene()
    const eventId = newId()
    const fail = db.inbox.once('counter', { id: eventId, workspaceId }, async () => {
      await own(workspaceId).updateIf({ id }, { $inc: { balance: 1 } })
      throw new Error('failed')
    })
    await expect(fail).rejects.toThrow('failed')
    expect(await balanceOf()).toBe(0)
    expect(await db.inbox.recordFailure('counter', eventId, 'why')).toBe(1)
    expect(await db.inbox.recordFailure('counter', eventId, 'why')).toBe(2)
    await db.inbox.clearFailures('counter', eventId)
    expect(await db.inbox.recordFailure('counter', eventId, 'why')).toBe(1)
    expect(await db.inbox.once('counter', { id: eventId, workspaceId }, async () => undefined)).toBe('done')
  })

  it('keeps the workspace of handled events, and recognizes records without it', async () => {
    const workspaceId = newId()
    const [old, fresh] = [newId(), newId()]
    const client = await new mongo.MongoClient(server.uri()).connect()
    const inbox = client.db(db.name).collection<{ _id: string }>('inbox')
    await inbox.insertOne({ _id: `counter:${old}` })
    const events = [old, fresh].map((id) => ({ id, workspaceId }))
    const handled = await db.inbox.onceEach('counter', events, async () => undefined)
    expect([...handled]).toEqual([fresh])
    expect(await db.inbox.once('counter', { id: old, workspaceId }, async () => undefined)).toBe('duplicate')
    expect(await inbox.findOne({ _id: `counter:${fresh}` })).toMatchObject({ workspaceId })
    await client.close()
  })
})
