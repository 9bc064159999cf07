import { newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { describe, expect, it } from 'vitest'
import { defineConsumer, defineEvent } from '../src/index.ts'
import type { StreamPosition } from '../src/index.ts'
import { effects, handledSteps, StepTaken, useServers } from './servers.ts'

const { start } = useServers()

/** An event with a subject per workspace. */
const StepSeen = defineEvent({
  type: 'wp.shop.order.seen.v1',
  summary: 'A step of an order was seen',
  data: StepTaken.data,
  subjectByWorkspace: true,
})

/** An event whose workspaces are spread over groups of subjects. */
const StepShared = defineEvent({ ...StepSeen, type: 'wp.shop.order.shared.v1', shards: 4 })

const publishSteps = (db: Database, workspaceId: string, steps: readonly number[]): Promise<void> =>
  db.transaction(async (tx) => {
    for (const step of steps) tx.publish(StepSeen, { workspaceId, data: { orderId: 'a', step } })
  })

/** Starts a bus with `count` steps in each workspace, interleaved. */
const startWith = async (workspaces: readonly string[], count: number) => {
  const servers = await start()
  const bus = await servers.bus()
  await servers.db.transaction(async (tx) => {
    for (const step of oneTo(count))
      for (const workspaceId of workspaces)
        tx.publish(StepSeen, { workspaceId, data: { orderId: 'a', step } })
  })
  expect(await bus.relay.flush(60_000)).toBe(true)
  const history = bus.history(StepSeen)
  const stepsFrom = async (workspaceId: string, from: Parameters<typeof history.read>[1]) => {
    const read: { step: number; sequence: number }[] = []
    for await (const { events } of history.read(workspaceId, from))
      read.push(...events.map(({ event, sequence }) => ({ step: event.data.step, sequence })))
    return read
  }
  return { ...servers, bus, history, stepsFrom }
}

const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('history', () => {
  it('reads the stored events of one workspace from any position, across pages', async () => {
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
    const pages: number[] = []
    for await (const { remaining } of history.read(mine, { after: from.sequence })) pages.push(remaining)
    expect(pages[0]).toBe(60)
    expect(pages).toEqual(pages.toSorted((a, b) => b - a))
    expect(await stepsFrom(mine, { after: last })).toEqual([])
  })

  it('does not fetch messages of other workspaces', async () => {
    const [mine, other] = [newId(), newId()]
    const { db, bus, stepsFrom, jetStream } = await startWith([mine], 1)
    await publishSteps(db, other, oneTo(1000))
    await publishSteps(db, mine, [2, 3])
    expect(await bus.relay.flush(60_000)).toBe(true)
    expect(await stepsFrom(mine, { after: 0 })).toEqual([
      { step: 1, sequence: 1 },
      { step: 2, sequence: 1002 },
      { step: 3, sequence: 1003 },
    ])
    const { manager } = await jetStream()
    const fetched: [string | undefined, number][] = []
    for await (const { config, delivered } of manager.consumers.list('wp-shop'))
      fetched.push([config.filter_subject, delivered.consumer_seq])
    expect(fetched).toEqual([[`${StepSeen.type}-${mine}`, 3]])
  })

  it('reads only events of its type when they have shards', async () => {
    const mine = newId()
    const { db, bus, jetStream } = await startWith([mine], 2)
    await db.transaction(async (tx) => {
      for (const step of [3, 4]) tx.publish(StepShared, { workspaceId: mine, data: { orderId: 'a', step } })
    })
    expect(await bus.relay.flush(60_000)).toBe(true)
    const stepsRead = async () => {
      const steps: number[] = []
      for await (const { events } of bus.history(StepShared).read(mine, { after: 0 }))
        steps.push(...events.map(({ event }) => event.data.step))
      return steps
    }
    expect(await stepsRead()).toEqual([3, 4])
    // A message on the bare type makes the history read all events of the entity.
    const { publish } = await jetStream()
    await publish(StepShared.type, '{}')
    expect(await stepsRead()).toEqual([3, 4])
  })

  it('requires subjectByWorkspace, and rejects publishing such an event without a workspace', async () => {
    const { db, bus } = await startWith([], 0)
    expect(() => bus.history(StepTaken)).toThrow('subjectByWorkspace')
    const publish = db.transaction(async (tx) =>
      tx.publish(StepSeen, { workspaceId: null, data: { orderId: 'a', step: 1 } }),
    )
    await expect(publish).rejects.toThrow('needs a workspace')
  })

  it('continues reading after NATS has removed its consumer', async () => {
    const mine = newId()
    const { history, jetStream } = await startWith([mine], 150)
    const { manager } = await jetStream()
    const reading = history.read(mine, { after: 0 })
    const steps: number[] = []
    const take = async () => {
      const { value, done } = await reading.next()
      steps.push(...(value?.events ?? []).map(({ event }) => event.data.step))
      return done !== true
    }
    await take()
    expect(steps.length).toBeLessThan(150)
    for await (const { name } of manager.consumers.list('wp-shop'))
      await manager.consumers.delete('wp-shop', name)
    for (let isMore = true; isMore;) isMore = await take()
    expect(steps).toEqual(oneTo(150))
  })

  it('gives an event the same position for a follower as for a history reader', async () => {
    const mine = newId()
    const { db, bus, history, stepsFrom } = await startWith([mine], 3)
    const { stream, last } = await history.bounds()
    const positions: StreamPosition[] = []
    await bus.follow({
      events: [StepSeen],
      startAfter: last - 1,
      handle: (_event, position) => void positions.push(position),
    })
    await publishSteps(db, mine, [4])
    await expect.poll(() => positions).toHaveLength(2)
    const kept = await stepsFrom(mine, { after: last - 1 })
    expect(positions).toEqual(kept.map(({ sequence }) => ({ stream, sequence })))
  })
})

describe('an event from an older version, published without the workspace in the subject', () => {
  /** Publishes three events: the second one as an older version did, the others as this version does. */
  const startMixed = async (workspaceId: string) => {
    const servers = await startWith([workspaceId], 1)
    const { publish, manager } = await servers.jetStream()
    const publishOld = (step: number) => {
      const event = { id: newId(), type: StepSeen.type, time: new Date().toISOString(), workspaceId }
      const rest = { requestId: null, traceparent: null, data: { orderId: 'a', step } }
      return publish(StepSeen.type, JSON.stringify({ ...event, ...rest }))
    }
    await publishOld(2)
    await publishSteps(servers.db, workspaceId, [3])
    expect(await servers.bus.relay.flush(60_000)).toBe(true)
    return { ...servers, manager, publishOld }
  }
  const stepsOf = (read: readonly { step: number }[]) => read.map(({ step }) => step)

  it("appears only in its own workspace's history while the stream contains it", async () => {
    const [mine, other] = [newId(), newId()]
    const { db, bus, stepsFrom, manager } = await startMixed(mine)
    await publishSteps(db, other, [1])
    expect(await bus.relay.flush(60_000)).toBe(true)
    expect(stepsOf(await stepsFrom(mine, { after: 0 }))).toEqual([1, 2, 3])
    expect(stepsOf(await stepsFrom(mine, { after: 1 }))).toEqual([2, 3])
    expect(stepsOf(await stepsFrom(other, { after: 0 }))).toEqual([1])
    await manager.streams.purge('wp-shop', { filter: StepSeen.type })
    expect(stepsOf(await stepsFrom(mine, { after: 0 }))).toEqual([1, 3])
  })

  it('reaches followers and durable consumers, while redriven and requeued events are applied once under the new subject', async () => {
    const mine = newId()
    const { db, bus, manager } = await startMixed(mine)
    const received: number[] = []
    await bus.follow({
      events: [StepSeen],
      startTime: new Date(0),
      handle: ({ data }) => void received.push(data.step),
    })
    let isBroken = true
    await bus.consume({
      ...defineConsumer({
        name: 'recorder',
        events: [StepSeen],
        handle: async ({ workspaceId, data: { orderId, step } }) => {
          if (isBroken && step === 3) throw new Error('broken')
          await db.tenant(effects)(workspaceId!).insert({ consumer: 'recorder', order: orderId, step })
        },
      }),
      retryDelaysMs: [1],
    })
    await expect.poll(() => received).toEqual([1, 2, 3])
    const letters = () => bus.deadLetters.list({ limit: 10 })
    await expect.poll(letters).toHaveLength(1)
    isBroken = false
    await bus.deadLetters.redrive((await letters())[0]!.id)
    const handled = () => handledSteps(db, mine, 'recorder')
    await expect.poll(handled).toEqual(['a1', 'a2', 'a3'])

    await manager.streams.purge('wp-shop')
    expect(await db.outbox.requeue(new Date(0))).toBe(2)
    await publishSteps(db, mine, [4])
    await expect.poll(handled).toEqual(['a1', 'a2', 'a3', 'a4'])
    const { state } = await manager.streams.info('wp-shop', { subjects_filter: 'wp.shop.>' })
    const kept: string[] = []
    for await (const record of db.outbox.iterate(new Date(0))) kept.push(record.subject)
    const subject = `${StepSeen.type}-${mine}`
    expect(Object.keys(state.subjects ?? {})).toEqual([subject])
    expect(kept).toEqual([subject, subject, subject])
  })
})
