import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createMetrics, requestContext } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import { defineConsumer, defineCopyConsumer } from '../src/index.ts'
import type { Bus } from '../src/index.ts'
import { effects, handledSteps, publishStep, recordingConsumer, StepTaken, useServers } from './servers.ts'
import { outcomesOf } from './steps.ts'

const { start } = useServers()

/** Returns a consumer that records steps in batches, and the batch sizes. */
const batchingConsumer = (db: Database, name: string) => {
  const sizes: number[] = []
  const record = async (
    events: readonly { workspaceId: Id | null; data: { orderId: string; step: number } }[],
  ) => {
    for (const { workspaceId, data } of events)
      await db.tenant(effects)(workspaceId!).insert({ consumer: name, order: data.orderId, step: data.step })
  }
  const consumer = defineConsumer({
    name,
    events: [StepTaken],
    handle: (event) => record([event]),
    inBatches: async (events) => {
      sizes.push(events.length)
      await record(events)
    },
  })
  return { sizes, consumer }
}

/** Publishes steps in two workspaces before any consumer runs. */
const publishBacklog = async (db: Database, bus: Bus, steps: number): Promise<Id[]> => {
  const workspaces = [newId(), newId()]
  for (let step = 1; step <= steps; step += 1)
    for (const workspaceId of workspaces) await publishStep(db, workspaceId, 'a', step)
  expect(await bus.relay.flush(60_000)).toBe(true)
  return workspaces
}
/** Throws the error of a database that did not respond in time. */
const readTooLate = (db: Database) =>
  requestContext.run({ requestId: 'late', deadline: performance.now() }, () =>
    db.tenant(effects)(newId()).count(),
  )
const stepsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `a${index + 1}`)

describe('inBatches', () => {
  it('applies a backlog in batches, each event once and in order within its workspace', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const workspaces = await publishBacklog(db, only, 40)
    const { sizes, consumer } = batchingConsumer(db, 'batcher')
    await only.consume(consumer)
    for (const workspaceId of workspaces) {
      await expect.poll(() => handledSteps(db, workspaceId, 'batcher')).toHaveLength(40)
      const applied = await db
        .tenant(effects)(workspaceId)
        .find({ consumer: 'batcher' }, { sort: { id: 1 } })
      expect(applied.map(({ step }) => `a${step}`)).toEqual(stepsUpTo(40))
    }
    expect(Math.max(...sizes)).toBeGreaterThan(5)
  })

  it('moves only the failing event in a batch to the dead letters and applies the others once', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const workspaces = await publishBacklog(db, only, 20)
    const inner = recordingConsumer(db, 'picky')
    await only.consume({
      ...inner,
      handle: async (event, tx) => {
        const { step } = event.data as { step: number }
        await inner.handle(event, tx)
        if (step === 7) throw new Error('not this one')
      },
      inBatches: true,
      retryDelaysMs: [1],
    })
    const others = stepsUpTo(20).filter((step) => step !== 'a7')
    for (const workspaceId of workspaces)
      await expect.poll(() => handledSteps(db, workspaceId, 'picky')).toEqual(others)
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ reason }) => reason))
      .toEqual(Array(workspaces.length).fill('Error: not this one'))
  })

  it('halves a batch that fails and applies its events together in smaller ones', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const workspaces = await publishBacklog(db, only, 40)
    const { sizes, consumer } = batchingConsumer(db, 'halver')
    let handledAlone = 0
    await only.consume({
      ...consumer,
      handle: async (event, tx) => {
        handledAlone += 1
        await consumer.handle(event, tx)
      },
      inBatches: async (events, tx) => {
        if (events.length > 10) throw new Error('too many at once')
        if (typeof consumer.inBatches === 'function') await consumer.inBatches(events, tx)
      },
    })
    for (const workspaceId of workspaces)
      await expect.poll(() => handledSteps(db, workspaceId, 'halver')).toHaveLength(40)
    expect(Math.max(...sizes)).toBeGreaterThan(5)
    expect(handledAlone).toBeLessThan(10)
  })

  it('postpones the whole batch while the database is unavailable', async () => {
    const { db, bus } = await start()
    const metrics = createMetrics('test')
    const only = await bus({ metrics })
    const workspaces = await publishBacklog(db, only, 40)
    const { sizes, consumer } = batchingConsumer(db, 'patient')
    let failures = 0
    let handledAlone = 0
    let failedEvents = 0
    await only.consume({
      ...consumer,
      retryDelaysMs: [1],
      handle: async (event, tx) => {
        handledAlone += 1
        await consumer.handle(event, tx)
      },
      inBatches: async (events, tx) => {
        if (events.length > 5 && failures < 2) {
          failures += 1
          failedEvents += events.length
          await readTooLate(db)
        }
        if (typeof consumer.inBatches === 'function') await consumer.inBatches(events, tx)
      },
    })
    for (const workspaceId of workspaces)
      await expect.poll(() => handledSteps(db, workspaceId, 'patient')).toHaveLength(40)
    expect(failures).toBe(2)
    expect(await outcomesOf(metrics)).toMatchObject({ postponed: failedEvents, failed: 0 })
    expect(handledAlone).toBeLessThan(10)
    expect(Math.max(...sizes)).toBeGreaterThan(5)
  })

  it('applies each event once when a backlog is redelivered together with a new event', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer } = batchingConsumer(db, 'again')
    const running = await only.consume(consumer)
    const [workspaceId] = await publishBacklog(db, only, 10)
    await expect.poll(() => handledSteps(db, workspaceId!, 'again')).toEqual(stepsUpTo(10))
    await running.stop()
    await publishStep(db, workspaceId!, 'a', 11)
    expect(await only.relay.flush(60_000)).toBe(true)
    // Adding an event type creates a new durable consumer, which starts from the beginning.
    const { sizes, consumer: renewed } = batchingConsumer(db, 'again')
    const other = { ...StepTaken, type: 'wp.shop.order.other.v1' as const }
    await only.consume({ ...renewed, events: [StepTaken, other] })
    await expect.poll(() => handledSteps(db, workspaceId!, 'again')).toEqual(stepsUpTo(11))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1)
  })

  it('applies events in batches that another replica received and returned', async () => {
    const { db, bus } = await start()
    const [first, second] = [await bus(), await bus()]
    const workspaces = await publishBacklog(db, first, 40)
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>()
    let calls = 0
    const inner = recordingConsumer(db, 'returned')
    const taken = await first.consume({
      ...inner,
      handle: async (event, tx) => {
        calls += 1
        await isReleased
        await inner.handle(event, tx)
      },
      inBatches: true,
    })
    await expect.poll(() => calls).toBeGreaterThan(0)
    const stopped = taken.stop()
    const { sizes, consumer } = batchingConsumer(db, 'returned')
    await second.consume(consumer)
    await expect.poll(() => Math.max(...sizes)).toBeGreaterThan(5)
    release()
    await stopped
    for (const workspaceId of workspaces)
      await expect.poll(() => handledSteps(db, workspaceId, 'returned')).toHaveLength(40)
  })

  it('passes batches in order to a consumer from defineCopyConsumer and moves only the failing event to the dead letters', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const workspaces = await publishBacklog(db, only, 20)
    const copied: { workspaceId: Id | null; step: number }[] = []
    const sizes: number[] = []
    await only.consume(
      defineCopyConsumer({
        name: 'copier',
        events: [StepTaken],
        retryDelaysMs: [1],
        apply: async (events) => {
          sizes.push(events.length)
          if (events.some(({ data }) => data.step === 7)) throw new Error('not this one')
          for (const { workspaceId, data } of events) copied.push({ workspaceId, step: data.step })
        },
      }),
    )
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ reason }) => reason))
      .toEqual(Array(workspaces.length).fill('Error: not this one'))
    const others = stepsUpTo(20).filter((step) => step !== 'a7')
    for (const id of workspaces)
      await expect
        .poll(() => copied.filter(({ workspaceId }) => workspaceId === id).map(({ step }) => `a${step}`))
        .toEqual(others)
    expect(Math.max(...sizes)).toBeGreaterThan(5)
  })
})
