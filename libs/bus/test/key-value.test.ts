import { describe, expect, it } from 'vitest'
import type { Bus } from '../src/index.ts'
import { useServers } from './servers.ts'

const { start } = useServers()
/** Much shorter than a plain watch takes to recover after a restart of NATS. */
const soon = { timeout: 6000 }

const watch = (bus: Bus) => {
  const maps: Record<string, unknown>[] = []
  const running = bus.kv<unknown>('things').watchAll((map) => maps.push(Object.fromEntries(map)))
  return { running, last: () => maps.at(-1), count: () => maps.length }
}

describe('watchAll', () => {
  it('reports an empty bucket and every change', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const watched = watch(reader)
    await expect.poll(() => watched.last()).toEqual({})
    const things = writer.kv<{ at: number }>('things')
    await things.put('a.1', { at: 1 })
    await things.put('b.1', { at: 2 })
    await expect.poll(() => watched.last()).toEqual({ 'a.1': { at: 1 }, 'b.1': { at: 2 } })
    await things.delete('a.1')
    await expect.poll(() => watched.last()).toEqual({ 'b.1': { at: 2 } })
  })

  it('reports the whole map once to a watcher that starts later', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    await things.put('b', 2)
    const late = watch(reader)
    await expect.poll(() => late.last()).toEqual({ a: 1, b: 2 })
    expect(late.count()).toBe(1)
  })

  it('keeps the same object for a key that is rewritten unchanged', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<{ at: number }>('things')
    await things.put('a', { at: 1 })
    await things.put('b', { at: 1 })
    const watched = watch(reader)
    await expect.poll(() => watched.last()).toEqual({ a: { at: 1 }, b: { at: 1 } })
    const before = watched.last()!
    await things.put('a', { at: 1 })
    await things.put('b', { at: 2 })
    await expect.poll(() => watched.last()).toEqual({ a: { at: 1 }, b: { at: 2 } })
    expect(watched.last()!['a']).toBe(before['a'])
  })

  it('omits keys whose value is not valid JSON, and continues', async () => {
    const { bus, jetStream } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    const watched = watch(reader)
    const { publish } = await jetStream()
    await publish('$KV.things.b', 'not JSON')
    await things.put('c', 3)
    await expect.poll(() => watched.last()).toEqual({ a: 1, c: 3 })
    await publish('$KV.things.a', '{')
    await expect.poll(() => watched.last()).toEqual({ c: 3 })
  })

  it('reports deleted keys, including keys that were already deleted or never existed', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    for (const key of ['a', 'b', 'c']) await things.put(key, 1)
    await things.delete('a')
    let last: [string[], string[]] = [[], []]
    reader.kv<number>('things').watchAll((map, _writtenAt, deleted) => {
      last = [[...map.keys()], [...deleted].toSorted()]
    })
    await expect.poll(() => last).toEqual([['b', 'c'], ['a']])
    await things.delete('absent')
    await expect
      .poll(() => last)
      .toEqual([
        ['b', 'c'],
        ['a', 'absent'],
      ])
    await things.put('a', 2)
    await expect.poll(() => last).toEqual([['b', 'c', 'a'], ['absent']])
  })

  it('reports nothing after it is stopped', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    const [stopped, going] = [watch(reader), watch(reader)]
    await expect.poll(() => stopped.last()).toEqual({ a: 1 })
    await stopped.running.stop()
    await things.put('b', 2)
    await expect.poll(() => going.last()).toEqual({ a: 1, b: 2 })
    expect(stopped.last()).toEqual({ a: 1 })
  })

  it('reports a burst of writes in fewer calls, with the time of each write', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    let times: ReadonlyMap<string, Date> = new Map()
    let count = 0
    reader.kv<number>('things').watchAll((_map, writtenAt) => {
      count += 1
      times = writtenAt
    })
    await expect.poll(() => count).toBe(1)
    await Promise.all(Array.from({ length: 300 }, (_, i) => things.put(`k${i}`, i)))
    await expect.poll(() => times.size).toBe(300)
    expect(count).toBeGreaterThan(1)
    expect(count).toBeLessThan(150)
    expect(times.get('k0')).toBeInstanceOf(Date)
  })

  it.each([
    { outage: 'NATS was down', isWiped: false, map: { a: 1, b: 2 } },
    { outage: 'NATS was wiped', isWiped: true, map: { b: 2 } },
  ])('recovers after $outage', async ({ isWiped, map }) => {
    const { nats, bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    const watched = watch(reader)
    await expect.poll(() => watched.last()).toEqual({ a: 1 })
    await nats.kill()
    if (isWiped) await nats.wipe()
    await nats.start()
    await expect.poll(() => things.put('b', 2).then(() => 'written')).toBe('written')
    await expect.poll(() => watched.last(), soon).toEqual(map)
  })
})

describe('kv', () => {
  it('sets the TTL of an existing bucket that was created without one', async () => {
    const { bus, jetStream } = await start()
    const only = await bus()
    const first = await only.kv<number>('things').put('a', 1)
    expect(await only.kv<number>('things', { ttlMs: 120_000 }).put('a', 2)).toBeGreaterThan(first)
    const { manager } = await jetStream()
    expect((await manager.streams.info('KV_things')).config.max_age).toBe(120e9)
  })
})

describe('put', () => {
  it('looks up the bucket in NATS once, and recreates it when it is missing', async () => {
    const { bus, jetStream } = await start()
    const things = (await bus()).kv<number>('things')
    await things.put('a', 1)
    const { manager } = await jetStream()
    const before = await manager.getAccountInfo()
    for (let value = 2; value < 32; value += 1) await things.put('a', value)
    const after = await manager.getAccountInfo()
    // The bus itself makes some requests, and reading the number is a request too.
    expect(after.api.total - before.api.total).toBeLessThan(10)
    expect(after.api.total - before.api.total).toBeGreaterThan(0)

    await manager.streams.delete('KV_things')
    expect(await things.put('a', 32)).toBe(1)
  })
})

describe('publishCore', () => {
  it('delivers messages to subscribers without storing them', async () => {
    const { bus, jetStream } = await start()
    const [sender, listener] = [await bus(), await bus()]
    const received: unknown[] = []
    const running = listener.subscribeCore('wp.shop.heartbeat', (data) => received.push(data))
    await expect
      .poll(() => {
        sender.publishCore('wp.shop.heartbeat', { beat: 1 })
        return received.length
      })
      .toBeGreaterThan(0)
    expect(received[0]).toEqual({ beat: 1 })
    await running.stop()
    const { manager } = await jetStream()
    const { state } = await manager.streams.info('wp-shop')
    expect(state.messages).toBe(0)
  })
})
