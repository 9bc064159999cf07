import { newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createMetrics } from '@wp/telemetry'
import type { Metrics } from '@wp/telemetry'
import { describe, expect, it, vi } from 'vitest'
import { defineConsumer } from '../src/index.ts'
import { handledSteps, recordingConsumer, useServers, publishStep, StepTaken } from './servers.ts'

const { start } = useServers()

const steps = (orders: string[], count: number) =>
  orders.flatMap((order) => Array.from({ length: count }, (_, index) => `${order}${index + 1}`))

/** Returns the steps of each order, in the order a follower received them. */
const stepsByOrder = (seen: { orderId: string; step: number }[]) => {
  const byOrder = Map.groupBy(seen, ({ orderId }) => orderId)
  return Object.fromEntries([...byOrder].map(([order, each]) => [order, each.map((one) => one.step)]))
}

const valueOf = async ({ registry }: Metrics, name: string): Promise<number> =>
  (await registry.getSingleMetric(name)!.get()).values[0]?.value ?? Number.NaN

describe('bus while NATS is down', () => {
  it('accepts writes and delivers their events once and in order after NATS is back', async () => {
    const { nats, db, bus } = await start()
    const replicas = [await bus(), await bus()]
    for (const replica of replicas) await replica.consume(recordingConsumer(db, 'recorder'))
    const seen: { orderId: string; step: number }[] = []
    await replicas[0]!.follow({
      events: [StepTaken],
      startTime: new Date(0),
      handle: ({ data }) => {
        seen.push(data)
      },
    })
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'a', 1)
    await publishStep(db, workspaceId, 'b', 1)
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toEqual(['a1', 'b1'])

    await nats.kill()
    for (let number = 2; number <= 30; number += 1)
      for (const order of ['a', 'b']) await publishStep(db, workspaceId, order, number)
    expect(await handledSteps(db, workspaceId, 'writer')).toHaveLength(60)
    await nats.start()

    await expect
      .poll(() => handledSteps(db, workspaceId, 'recorder'))
      .toEqual(steps(['a', 'b'], 30).toSorted(byOrder))
    const all = Array.from({ length: 30 }, (_, index) => index + 1)
    await expect.poll(() => stepsByOrder(seen)).toEqual({ a: all, b: all })
  })

  it('opens, rejects key-value writes with UNAVAILABLE, and handles events once NATS is up', async () => {
    const { nats, db, bus } = await start()
    await nats.kill()
    const only = await bus()
    expect(only.isConnected()).toBe(false)
    await only.consume(recordingConsumer(db, 'recorder'))
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'a', 1)
    await expect(only.kv('k').put('a', 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    await nats.start()
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toEqual(['a1'])
  })

  it('reports the lost connection and the waiting events as metrics', async () => {
    const { nats, db, bus } = await start()
    const metrics = createMetrics('test')
    await bus({ metrics })
    const read = async () => [
      await valueOf(metrics, 'nats_connected'),
      await valueOf(metrics, 'outbox_waiting'),
      (await valueOf(metrics, 'outbox_oldest_seconds')) > 0,
    ]
    await expect.poll(read).toEqual([1, 0, false])
    await nats.kill()
    await publishStep(db, newId(), 'a', 1)
    await expect.poll(read).toEqual([0, 1, true])
    await nats.start()
    await expect.poll(read).toEqual([1, 0, false])
  })

  it('closes without waiting for NATS', async () => {
    const { nats, bus, db } = await start()
    await nats.kill()
    const only = await bus()
    await only.consume(recordingConsumer(db, 'recorder'))
    await expect(only.close()).resolves.toBeUndefined()
  })
})

/** Returns the share of the storage that JetStreamFills compares. */
const usedShare = async (metrics: Metrics): Promise<number> =>
  (await valueOf(metrics, 'jetstream_storage_bytes')) /
  (await valueOf(metrics, 'jetstream_max_storage_bytes'))

describe('relay with a full JetStream store', () => {
  it('keeps events in the outbox, reports the used storage, and delivers each event exactly once after the store is enlarged', async () => {
    const maxStoreBytes = 64 * 1024
    const { nats, db, bus } = await start({ maxStoreBytes })
    const metrics = createMetrics('test')
    const only = await bus({ maxStoreBytes, metrics })
    await only.consume(recordingConsumer(db, 'recorder'))
    const workspaceId = newId()
    const order = 'a'.repeat(4000)
    for (let number = 1; number <= 40; number += 1) await publishStep(db, workspaceId, order, number)
    const isFull = async () => {
      const handled = await handledSteps(db, workspaceId, 'recorder')
      const waiting = await db.outbox.pending(100)
      return handled.length > 0 && waiting.length > 0 && handled.length + waiting.length === 40
    }
    await expect.poll(isFull).toBe(true)
    expect(await only.relay.flush(1000)).toBe(false)
    await expect.poll(() => usedShare(metrics)).toBeGreaterThan(0.75)
    expect(await usedShare(metrics)).toBeLessThan(1.2)

    await nats.kill()
    await nats.start({})
    await expect
      .poll(() => handledSteps(db, workspaceId, 'recorder'))
      .toEqual(steps([order], 40).toSorted(byOrder))
    expect(await db.outbox.pending(100)).toEqual([])
  })
})

describe('bus with a full stream', () => {
  it("keeps events in the outbox without discarding unread ones, and delivers each exactly once after the stream's size limit is raised", async () => {
    const { db, bus, jetStream } = await start()
    const only = await bus({ maxStreamBytes: 64 * 1024 })
    const workspaceId = newId()
    const order = 'a'.repeat(4000)
    for (let number = 1; number <= 40; number += 1) await publishStep(db, workspaceId, order, number)
    const { manager } = await jetStream()
    await expect
      .poll(async () => {
        const { state } = await manager.streams.info('wp-shop')
        return state.messages > 0 && state.messages + (await db.outbox.pending(100)).length
      })
      .toBe(40)
    expect(await only.relay.flush(1000)).toBe(false)
    expect((await db.outbox.pending(100)).length).toBeGreaterThan(20)

    await only.consume(recordingConsumer(db, 'recorder'))
    await manager.streams.update('wp-shop', { max_bytes: 1024 * 1024 })
    await expect
      .poll(() => handledSteps(db, workspaceId, 'recorder'))
      .toEqual(steps([order], 40).toSorted(byOrder))
    expect(await db.outbox.pending(100)).toEqual([])
  })

  it('handles failing events again until the dead-letter stream has space, and reports stream sizes as metrics', async () => {
    const { db, bus, jetStream } = await start()
    const metrics = createMetrics('test')
    const only = await bus({ maxStreamBytes: 64 * 1024, metrics })
    const { manager } = await jetStream()
    await vi.waitFor(() => manager.streams.update('wp-dead-letters', { max_bytes: 6000 }), {
      timeout: 60_000,
    })
    for (const number of [1, 2]) await publishStep(db, newId(), 'a'.repeat(4000), number)
    let attempts = 0
    const failing = defineConsumer({
      name: 'failing',
      events: [StepTaken],
      handle: () => {
        attempts += 1
        return Promise.reject(new Error('always fails'))
      },
    })
    await only.consume({ ...failing, retryDelaysMs: [10], ackWaitMs: 1000 })
    const letters = async () => (await only.deadLetters.list({ limit: 10 })).length
    await expect.poll(letters).toBe(1)
    // Both events have failed five times, and one of them again because its dead letter was rejected.
    await expect.poll(() => attempts).toBeGreaterThan(10)
    expect(await letters()).toBe(1)
    const limits = await metrics.registry.metrics()
    expect(limits).toMatch(/stream_max_bytes\{[^}]*stream="wp-shop"[^}]*\} 65536/)
    expect(limits).toMatch(/stream_bytes\{[^}]*stream="wp-shop"[^}]*\} \d+/)
    await manager.streams.update('wp-dead-letters', { max_bytes: 64 * 1024 })
    await expect.poll(letters).toBe(2)
  })
})

describe('relay after NATS was wiped', () => {
  it('publishes stored events again, even for consumers added later, and applies each one once', async () => {
    const { nats, db, database, bus } = await start()
    const writer = await bus()
    const workspaceId = newId()
    for (const number of [1, 2, 3]) await publishStep(db, workspaceId, 'a', number)
    expect(await writer.relay.flush(60_000)).toBe(true)
    await writer.consume(recordingConsumer(db, 'recorder'))
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toEqual(['a1', 'a2', 'a3'])

    await nats.kill()
    await nats.wipe()
    await nats.start()
    await publishStep(db, workspaceId, 'a', 4)
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toEqual(['a1', 'a2', 'a3', 'a4'])

    const books = await database()
    const late = await bus({ service: 'books', db: books })
    await late.consume(recordingConsumer(books, 'late'))
    await expect.poll(() => handledSteps(books, workspaceId, 'late')).toEqual(['a1', 'a2', 'a3', 'a4'])
  })

  it('publishes stored events again even if a consumer has recreated the stream', async () => {
    const { nats, db, database, bus, jetStream } = await start()
    const workspaceId = newId()
    const writer = await bus()
    for (const number of [1, 2, 3]) await publishStep(db, workspaceId, 'a', number)
    expect(await writer.relay.flush(60_000)).toBe(true)
    await writer.close()
    await nats.kill()
    await nats.wipe()
    await nats.start()

    const books = await database()
    const reader = await bus({ service: 'books', db: books })
    await reader.consume(recordingConsumer(books, 'reader'))
    await jetStream()
    await bus()
    await expect.poll(() => handledSteps(books, workspaceId, 'reader')).toEqual(['a1', 'a2', 'a3'])
  })

  it('republishes an event that was acknowledged but not marked as published', async () => {
    const { nats, db, bus, jetStream } = await start()
    const workspaceId = newId()
    const mark = Promise.withResolvers<void>()
    const acknowledged = Promise.withResolvers<void>()
    const slow: Database = {
      ...db,
      outbox: {
        ...db.outbox,
        markPublished: async (...marked) => {
          acknowledged.resolve()
          await mark.promise
          await db.outbox.markPublished(...marked)
        },
      },
    }
    const writer = await bus({ db: slow })
    await publishStep(db, workspaceId, 'a', 1)
    await acknowledged.promise
    await nats.kill()
    await nats.wipe()
    await nats.start()
    const { manager } = await jetStream()
    await expect.poll(() => manager.streams.info('wp-shop').catch(() => null)).not.toBeNull()
    mark.resolve()
    await writer.consume(recordingConsumer(db, 'recorder'))
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toEqual(['a1'])
  })

  it('republishes stored events when the stream was recreated without a reconnect', async () => {
    const { db, database, bus, jetStream } = await start()
    const workspaceId = newId()
    await bus()
    for (const number of [1, 2, 3]) await publishStep(db, workspaceId, 'a', number)
    await expect.poll(() => db.outbox.pending(10)).toEqual([])
    const { manager } = await jetStream()
    const { config } = await manager.streams.info('wp-shop')
    await manager.streams.delete('wp-shop')
    await manager.streams.add(config)
    await publishStep(db, workspaceId, 'a', 4)
    const books = await database()
    const reader = await bus({ service: 'books', db: books })
    await reader.consume(recordingConsumer(books, 'reader'))
    await expect.poll(() => handledSteps(books, workspaceId, 'reader')).toEqual(['a1', 'a2', 'a3', 'a4'])
  })
})

const byOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true })

describe('follow', () => {
  it('delivers stored events since the start time, then new events, until it is stopped', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const workspaceId = newId()
    await publishStep(db, workspaceId, 'a', 1)
    expect(await only.relay.flush(60_000)).toBe(true)
    const seen: number[] = []
    const handle = ({ data }: { data: { step: number } }) => void seen.push(data.step)
    const since = new Date(Date.now() - 60_000)
    const running = await only.follow({ events: [StepTaken], startTime: since, handle })
    await publishStep(db, workspaceId, 'a', 2)
    await expect.poll(() => seen).toEqual([1, 2])
    await running.stop()
    await publishStep(db, workspaceId, 'a', 3)
    expect(await only.relay.flush(60_000)).toBe(true)
    expect(seen).toEqual([1, 2])
  })

  it('calls onAlive after the stored events have been delivered', async () => {
    const { db, bus } = await start()
    const only = await bus()
    await publishStep(db, newId(), 'a', 1)
    expect(await only.relay.flush(60_000)).toBe(true)
    const seen: number[] = []
    let aliveWith: number | null = null
    await only.follow({
      events: [StepTaken],
      startTime: new Date(Date.now() - 60_000),
      handle: ({ data }) => void seen.push(data.step),
      onAlive: () => (aliveWith ??= seen.length),
    })
    await expect.poll(() => aliveWith).toBe(1)
  })

  it('continues after NATS is wiped', async () => {
    const { nats, db, bus } = await start()
    const only = await bus()
    const workspaceId = newId()
    const seen: number[] = []
    await only.follow({
      events: [StepTaken],
      handle: ({ data }) => {
        seen.push(data.step)
      },
    })
    for (const number of [1, 2, 3]) await publishStep(db, workspaceId, 'a', number)
    await expect.poll(() => seen).toEqual([1, 2, 3])
    await nats.kill()
    await nats.wipe()
    await nats.start()
    await publishStep(db, workspaceId, 'a', 4)
    await expect.poll(() => seen).toEqual([1, 2, 3, 4])
  })
})

describe('outbox.requeue', () => {
  it('republishes events, which consumers apply only once', async () => {
    const { db, bus } = await start()
    const only = await bus()
    await only.consume(recordingConsumer(db, 'recorder'))
    const workspaceId = newId()
    for (const number of [1, 2, 3]) await publishStep(db, workspaceId, 'a', number)
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toHaveLength(3)
    expect(await db.outbox.requeue(new Date(Date.now() + 60_000))).toBe(0)
    expect(await db.outbox.requeue(new Date(Date.now() - 60_000))).toBe(3)
    await publishStep(db, workspaceId, 'a', 4)
    await expect.poll(() => handledSteps(db, workspaceId, 'recorder')).toEqual(['a1', 'a2', 'a3', 'a4'])
  })
})
