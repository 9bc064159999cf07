import { newId } from '@wp/kernel'
import { expect, test } from 'vitest'
import type { EventPlace } from '../src/index.ts'
import { publishStep, StepTaken, useServers } from './servers.ts'

const { start } = useServers()
const patience = { timeout: 20_000 }

/** A history with so many steps of each workspace, one after the other. */
const startWith = async (workspaces: readonly string[], count: number) => {
  const scene = await start()
  const bus = await scene.bus()
  for (let step = 1; step <= count; step += 1)
    for (const workspaceId of workspaces) await publishStep(scene.db, workspaceId, 'a', step)
  expect(await bus.relay.flush(20_000)).toBe(true)
  const history = bus.history(StepTaken)
  const stepsFrom = async (workspaceId: string, from: Parameters<typeof history.read>[1]) => {
    const read: { step: number; sequence: number }[] = []
    for await (const { events } of history.read(workspaceId, from))
      read.push(...events.map(({ event, sequence }) => ({ step: event.data.step, sequence })))
    return read
  }
  return { ...scene, bus, history, stepsFrom }
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('the kept events of a workspace are read from any place, over many pages, and no others', async () => {
  const [mine, other] = [newId(), newId()]
  const { history, stepsFrom } = await startWith([mine, other], 100)
  const all = await stepsFrom(mine, { after: 0 })
  expect(all.map(({ step }) => step)).toEqual(oneTo(100))
  const from = all[39]!
  expect(await stepsFrom(mine, { after: from.sequence })).toEqual(all.slice(40))
  expect(await stepsFrom(mine, { since: new Date(Date.now() - 60_000) })).toEqual(all)
  expect(await stepsFrom(mine, { since: new Date(Date.now() + 60_000) })).toEqual([])
  expect(await stepsFrom(newId(), { after: 0 })).toEqual([])
  const { first, last } = await history.bounds()
  expect([first, last]).toEqual([1, 200])
  expect(await stepsFrom(mine, { after: last })).toEqual([])
})

test('a reader that waits so long that NATS forgets it goes on where it was', async () => {
  const mine = newId()
  const { history, jetStream } = await startWith([mine], 150)
  const { manager } = await jetStream()
  const reading = history.read(mine, { after: 0 })
  const steps: number[] = []
  const take = async () => {
    const { value } = await reading.next()
    steps.push(...(value?.events ?? []).map(({ event }) => event.data.step))
  }
  await take()
  for await (const { name } of manager.consumers.list('wp-shop'))
    await manager.consumers.delete('wp-shop', name)
  await take()
  await take()
  expect(steps).toEqual(oneTo(150))
})

test('a follower that begins after a number is told the place of each event, the same as its history says', async () => {
  const mine = newId()
  const { db, bus, history, stepsFrom } = await startWith([mine], 3)
  const { stream, last } = await history.bounds()
  const places: EventPlace[] = []
  await bus.follow({
    events: [StepTaken],
    startAfter: last - 1,
    handle: (_event, place) => void places.push(place),
  })
  await publishStep(db, mine, 'a', 4)
  await expect.poll(() => places, patience).toHaveLength(2)
  const kept = await stepsFrom(mine, { after: last - 1 })
  expect(places).toEqual(kept.map(({ sequence }) => ({ stream, sequence })))
})
