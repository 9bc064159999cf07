import { describe, expect, test } from 'vitest'
import type { Bus } from '../src/index.ts'
import { useServers } from './servers.ts'

const { start } = useServers()
const patience = { timeout: 20_000 }
/** Much shorter than a plain watch stays silent after a restart. */
const soon = { timeout: 6000 }

const watch = (bus: Bus) => {
  const maps: Record<string, unknown>[] = []
  const running = bus.kv<unknown>('things').watchAll((map) => maps.push(Object.fromEntries(map)))
  return { running, last: () => maps.at(-1), count: () => maps.length }
}

describe('a watched bucket', () => {
  test('is known also when it is empty, and again after every change', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const watched = watch(reader)
    await expect.poll(() => watched.last(), patience).toEqual({})
    const things = writer.kv<{ at: number }>('things')
    await things.put('a.1', { at: 1 })
    await things.put('b.1', { at: 2 })
    await expect.poll(() => watched.last(), patience).toEqual({ 'a.1': { at: 1 }, 'b.1': { at: 2 } })
    await things.delete('a.1')
    await expect.poll(() => watched.last(), patience).toEqual({ 'b.1': { at: 2 } })
  })

  test('is handed over whole and once to a watcher that comes later', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    await things.put('b', 2)
    const late = watch(reader)
    await expect.poll(() => late.last(), patience).toEqual({ a: 1, b: 2 })
    expect(late.count()).toBe(1)
  })

  test('gives a key that is written again as it was the value that it had, so that nobody looks at it again', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<{ at: number }>('things')
    await things.put('a', { at: 1 })
    await things.put('b', { at: 1 })
    const watched = watch(reader)
    await expect.poll(() => watched.last(), patience).toEqual({ a: { at: 1 }, b: { at: 1 } })
    const before = watched.last()!
    await things.put('a', { at: 1 })
    await things.put('b', { at: 2 })
    await expect.poll(() => watched.last(), patience).toEqual({ a: { at: 1 }, b: { at: 2 } })
    expect(watched.last()!['a']).toBe(before['a'])
  })

  test('goes on when somebody writes what is no JSON', async () => {
    const { bus, jetStream } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    const watched = watch(reader)
    const { publish } = await jetStream()
    await publish('$KV.things.b', 'no JSON')
    await things.put('c', 3)
    await expect.poll(() => watched.last(), patience).toEqual({ a: 1, c: 3 })
    await publish('$KV.things.a', '{')
    await expect.poll(() => watched.last(), patience).toEqual({ c: 3 })
  })

  test('is no longer followed by a watcher that was stopped', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    const [stopped, going] = [watch(reader), watch(reader)]
    await expect.poll(() => stopped.last(), patience).toEqual({ a: 1 })
    await stopped.running.stop()
    await things.put('b', 2)
    await expect.poll(() => going.last(), patience).toEqual({ a: 1, b: 2 })
    expect(stopped.last()).toEqual({ a: 1 })
  })

  test.each([
    { outage: 'NATS was away', isWiped: false, map: { a: 1, b: 2 } },
    { outage: 'NATS lost everything', isWiped: true, map: { b: 2 } },
  ])('is right again after $outage', async ({ isWiped, map }) => {
    const { nats, bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    const watched = watch(reader)
    await expect.poll(() => watched.last(), patience).toEqual({ a: 1 })
    await nats.kill()
    if (isWiped) await nats.wipe()
    await nats.start()
    await expect.poll(() => things.put('b', 2).then(() => 'written'), patience).toBe('written')
    await expect.poll(() => watched.last(), soon).toEqual(map)
  })
})

test('a burst of writes is handed over in a few pieces, each with the time of its write', async () => {
  const { bus } = await start()
  const [writer, reader] = [await bus(), await bus()]
  const things = writer.kv<number>('things')
  let times: ReadonlyMap<string, Date> = new Map()
  let count = 0
  reader.kv<number>('things').watchAll((_map, writtenAt) => {
    count += 1
    times = writtenAt
  })
  await expect.poll(() => count, patience).toBe(1)
  await Promise.all(Array.from({ length: 300 }, (_, i) => things.put(`k${i}`, i)))
  await expect.poll(() => times.size, patience).toBe(300)
  expect(count).toBeLessThan(150)
  expect(times.get('k0')).toBeInstanceOf(Date)
})

test('keys go from a bucket that was made before it had a time to live', async () => {
  const { bus, jetStream } = await start()
  const only = await bus()
  const first = await only.kv<number>('things').put('a', 1)
  expect(await only.kv<number>('things', { ttlMs: 120_000 }).put('a', 2)).toBeGreaterThan(first)
  const { manager } = await jetStream()
  expect((await manager.streams.info('KV_things')).config.max_age).toBe(120e9)
})

test('heartbeats reach those who listen and are stored nowhere', async () => {
  const { bus, jetStream } = await start()
  const [sender, listener] = [await bus(), await bus()]
  const heard: unknown[] = []
  const running = listener.subscribeCore('wp.shop.heartbeat', (data) => heard.push(data))
  await expect
    .poll(() => {
      sender.publishCore('wp.shop.heartbeat', { beat: 1 })
      return heard.length
    }, patience)
    .toBeGreaterThan(0)
  expect(heard[0]).toEqual({ beat: 1 })
  await running.stop()
  const { manager } = await jetStream()
  const { state } = await manager.streams.info('wp-shop')
  expect(state.messages).toBe(0)
})
