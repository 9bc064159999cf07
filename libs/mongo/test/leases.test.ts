import { systemClock } from '@wp/kernel'
import { mongo } from 'mongoose'
import { describe, expect, it, onTestFinished } from 'vitest'
import { leasesInUse, shortWorkMs, withLeaseOn } from '../src/leases.ts'
import type { Operate } from '../src/transactions.ts'
import { scratchServer } from './scratch-database.ts'

const server = scratchServer({ enableTestCommands: true })

const connect = async (): Promise<mongo.MongoClient> => {
  const client = await mongo.MongoClient.connect(server.uri())
  onTestFinished(() => client.close())
  return client
}

type StoredLease = { _id: string; holder: string; until: Date; isKept?: boolean }

const leasesOf = async (name: string) => (await connect()).db(name).collection<StoredLease>('leases')

/** Whether a renewal has marked the work of the lease as running. */
const isMarked = async (leases: mongo.Collection<StoredLease>) =>
  (await leases.findOne({ _id: 'job', isKept: false })) !== null

const operateOnce: Operate = (work) => work(undefined)

/** Makes updates fail; null stops that. */
const failUpdates = async (failure: object | null, mode: object | string = 'alwaysOn') =>
  (await connect()).db('admin').command({
    configureFailPoint: 'failCommand',
    mode: failure ? mode : 'off',
    ...(failure && { data: { failCommands: ['update'], ...failure } }),
  })

/** Work that holds a lease until the test ends it. */
const holding = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let signal: AbortSignal | undefined
  return {
    work: (given: AbortSignal) => {
      signal = given
      return promise
    },
    isLost: () => signal?.aborted,
    hasStarted: () => signal !== undefined,
    end: resolve,
  }
}

describe('db.withLease', () => {
  it('runs the work of one process at a time and releases the lease afterward', async () => {
    const db = await server.open()
    const first = holding()
    const running = db.withLease('job', { ttlMs: 60_000 }, first.work)
    await expect.poll(first.hasStarted).toBe(true)
    const second = holding()
    expect(await db.withLease('job', { ttlMs: 60_000 }, second.work)).toBe(false)
    first.end()
    expect(await running).toBe(true)
    second.end()
    expect(await db.withLease('job', { ttlMs: 60_000 }, second.work)).toBe(true)
  })

  it('keeps the lease after the work for `keepMs`', async () => {
    const db = await server.open()
    const acquires = (keepMs: number) => db.withLease('job', { ttlMs: 1, keepMs }, () => Promise.resolve())
    expect([await acquires(60_000), await acquires(60_000)]).toEqual([true, false])
    const other = () => db.withLease('other', { ttlMs: 1, keepMs: 1 }, () => Promise.resolve())
    expect(await other()).toBe(true)
    await expect.poll(other).toBe(true)
  })

  it('writes the lease of short work once when `keepMs` equals `ttlMs`', async () => {
    const leases = await leasesOf('short')
    let writes = 0
    const operate = <Result>(work: () => Promise<Result>): Promise<Result> => {
      writes += 1
      return work()
    }
    const withLease = withLeaseOn(leases as never, operate as Operate, systemClock)
    const run = (times: { ttlMs: number; keepMs: number }) => withLease('job', times, () => Promise.resolve())
    expect(await run({ ttlMs: 60_000, keepMs: 60_000 })).toBe(true)
    expect(writes).toBe(1)
    expect(await leases.findOne(leasesInUse(new Date(Date.now() + shortWorkMs)))).toBeNull()
    expect(await run({ ttlMs: 60_000, keepMs: 60_000 })).toBe(false)
  })

  it('counts a lease as in use from the start of its work when `keepMs` equals `ttlMs`', async () => {
    const leases = await leasesOf('started')
    const withLease = withLeaseOn(leases as never, operateOnce, systemClock)
    const slow = holding()
    const running = withLease('job', { ttlMs: 60_000, keepMs: 60_000 }, slow.work)
    await expect.poll(slow.hasStarted).toBe(true)
    expect(await leases.findOne(leasesInUse(new Date()))).not.toBeNull()
    // The first renewal marks the work as running, long before a third of the term has passed.
    await expect.poll(() => isMarked(leases), { timeout: 10_000 }).toBe(true)
    expect(await leases.findOne(leasesInUse(new Date(Date.now() + shortWorkMs)))).not.toBeNull()
    slow.end()
    await running
    expect(await leases.findOne(leasesInUse(new Date()))).toBeNull()
  })

  it('keeps the lease of long work for `keepMs` after its end when that equals `ttlMs`', async () => {
    const leases = await leasesOf('long')
    const withLease = withLeaseOn(leases as never, operateOnce, systemClock)
    const isInUse = async () => (await leases.findOne(leasesInUse(new Date()))) !== null
    const slow = holding()
    const running = withLease('job', { ttlMs: 3000, keepMs: 3000 }, slow.work)
    await expect.poll(() => isMarked(leases), { timeout: 10_000 }).toBe(true)
    expect(await isInUse()).toBe(true)
    slow.end()
    const endedAt = Date.now()
    await running
    expect((await leases.findOne({ _id: 'job' }))!.until.getTime()).toBeGreaterThanOrEqual(endedAt + 3000)
    expect(await isInUse()).toBe(false)
  })

  it('aborts the work when another process has taken over the lease', async () => {
    const db = await server.open({ name: 'taken' })
    const slow = holding()
    const running = db.withLease('job', { ttlMs: 300 }, slow.work)
    await expect.poll(slow.hasStarted).toBe(true)
    expect(slow.isLost()).toBe(false)
    const leases = await leasesOf('taken')
    await leases.updateOne({ _id: 'job' }, { $set: { holder: 'another', until: new Date('2999-01-01') } })
    await expect.poll(slow.isLost).toBe(true)
    slow.end()
    expect(await running).toBe(true)
    expect(await leases.findOne({ _id: 'job' })).toMatchObject({ holder: 'another' })
  })

  it('grants a lease held by another process whose clock was a month ahead', async () => {
    const db = await server.open({ name: 'ahead' })
    const until = new Date(Date.now() + 31 * 24 * 3600 * 1000)
    await (await leasesOf('ahead')).insertOne({ _id: 'job', holder: 'another', until })
    const own = holding()
    own.end()
    expect(await db.withLease('job', { ttlMs: 60_000 }, own.work)).toBe(true)
  })

  it('aborts the work when the lease expires, even if renewals hang', async () => {
    const db = await server.open({ name: 'hanging' })
    const slow = holding()
    const startedAt = performance.now()
    const running = db.withLease('job', { ttlMs: 2000 }, slow.work)
    await expect.poll(slow.hasStarted).toBe(true)
    await failUpdates({ blockConnection: true, blockTimeMS: 12_000 })
    await expect.poll(slow.isLost, { interval: 10, timeout: 10_000 }).toBe(true)
    const lostAfterMs = performance.now() - startedAt
    await failUpdates(null)
    slow.end()
    await running
    expect(lostAfterMs).toBeGreaterThan(1990)
    expect(lostAfterMs).toBeLessThan(10_000)
  })

  it('keeps the lease while only some renewals fail', async () => {
    const db = await server.open({ name: 'failing' })
    const leases = await leasesOf('failing')
    const slow = holding()
    const running = db.withLease('job', { ttlMs: 3000 }, slow.work)
    await expect.poll(slow.hasStarted).toBe(true)
    const firstEnd = (await leases.findOne({ _id: 'job' }))!.until.getTime()
    await failUpdates({ errorCode: 8000 }, { times: 1 })
    const end = async () => (await leases.findOne({ _id: 'job' }))!.until.getTime()
    await expect.poll(end, { timeout: 10_000 }).toBeGreaterThan(firstEnd + 3000)
    expect(slow.isLost()).toBe(false)
    await failUpdates({ errorCode: 8000 })
    await expect.poll(slow.isLost, { timeout: 10_000 }).toBe(true)
    await failUpdates(null)
    slow.end()
    await running
  })

  it('marks a lease as kept after the work, even when a renewal arrives late', async () => {
    const leases = await leasesOf('kept')
    const late = Promise.withResolvers<void>()
    const operations: Promise<unknown>[] = []
    const operate = <Result>(work: () => Promise<Result>): Promise<Result> => {
      const isRenewal = operations.length === 1
      const running = isRenewal ? late.promise.then(work) : work()
      operations.push(running)
      return running
    }
    const withLease = withLeaseOn(leases as never, operate as Operate, systemClock)
    const isInUse = async () => (await leases.findOne(leasesInUse(new Date()))) !== null
    const slow = holding()
    const running = withLease('job', { ttlMs: 6000, keepMs: 60_000 }, slow.work)
    await expect.poll(isInUse).toBe(true)
    await expect.poll(() => operations.length, { timeout: 10_000 }).toBe(2)
    slow.end()
    await running
    late.resolve()
    await Promise.all(operations)
    expect((await leases.findOne({ _id: 'job' }))!.until.getTime()).toBeGreaterThan(Date.now() + 30_000)
    expect(await isInUse()).toBe(false)
    expect(slow.isLost()).toBe(false)
  })

  it('rejects a term of more than a minute', async () => {
    const db = await server.open()
    const acquiring = db.withLease('job', { ttlMs: 60_001 }, () => Promise.resolve())
    await expect(acquiring).rejects.toThrow('can last at most 60000 ms')
  })

  it('removes leases of dead processes a day after they ended', async () => {
    await server.open({ name: 'expiring' })
    expect(await (await leasesOf('expiring')).indexes()).toContainEqual(
      expect.objectContaining({ key: { until: 1 }, expireAfterSeconds: 86_400 }),
    )
  })
})
