import { connect } from 'nats'
import { describe, expect, test } from 'vitest'
import type { Bus } from '../src/index.ts'
import { scene } from './scene.ts'

const { start } = scene()
const patience = { timeout: 20_000 }
/** Much shorter than a plain watch stays silent after a restart. */
const soon = { timeout: 6000 }

const watch = (bus: Bus) => {
  const maps: Record<string, unknown>[] = []
  const running = bus.kv<unknown>('things').watchAll((map) => maps.push(Object.fromEntries(map)))
  return { running, last: () => maps.at(-1), count: () => maps.length }
}

describe('a watched bucket', () => {
  test('is shown whole at first, also when it is empty, and after every change', async () => {
    const { bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const empty = watch(reader)
    await expect.poll(() => empty.last(), patience).toEqual({})
    const things = writer.kv<{ at: number }>('things')
    await things.put('a.1', { at: 1 })
    await things.put('b.1', { at: 2 })
    await expect.poll(() => empty.last(), patience).toEqual({ 'a.1': { at: 1 }, 'b.1': { at: 2 } })
    const late = watch(reader)
    await expect.poll(() => late.last(), patience).toEqual({ 'a.1': { at: 1 }, 'b.1': { at: 2 } })
    expect(late.count()).toBe(1)
    await things.delete('a.1')
    await expect.poll(() => empty.last(), patience).toEqual({ 'b.1': { at: 2 } })
    await empty.running.stop()
    await things.put('c.1', { at: 3 })
    await expect.poll(() => late.last(), patience).toEqual({ 'b.1': { at: 2 }, 'c.1': { at: 3 } })
    expect(empty.last()).toEqual({ 'b.1': { at: 2 } })
  })

  test('is right again after NATS was away, and after it lost everything', async () => {
    const { nats, bus } = await start()
    const [writer, reader] = [await bus(), await bus()]
    const things = writer.kv<number>('things')
    await things.put('a', 1)
    const watched = watch(reader)
    await expect.poll(() => watched.last(), patience).toEqual({ a: 1 })

    await nats.kill()
    await nats.start()
    await expect.poll(() => things.put('b', 2).then(() => 'written'), patience).toBe('written')
    await expect.poll(() => watched.last(), soon).toEqual({ a: 1, b: 2 })

    await nats.kill()
    await nats.wipe()
    await nats.start()
    await expect.poll(() => things.put('c', 3).then(() => 'written'), patience).toBe('written')
    await expect.poll(() => watched.last(), soon).toEqual({ c: 3 })
  })
})

test('heartbeats reach those who listen and are stored nowhere', async () => {
  const { nats, bus } = await start()
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
  const raw = await connect({ servers: nats.url() })
  const { state } = await (await raw.jetstreamManager()).streams.info('wp-shop')
  await raw.close()
  expect(state.messages).toBe(0)
})
