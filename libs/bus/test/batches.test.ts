import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { describe, expect, test } from 'vitest'
import { defineConsumer, defineCopyConsumer } from '../src/index.ts'
import type { Bus } from '../src/index.ts'
import { effects, handledSteps, publishStep, recordingConsumer, StepTaken, useServers } from './servers.ts'

const { start } = useServers()
const patience = { timeout: 30_000 }

/** A consumer that records every step in batches, and keeps how many came with each. */
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

/** Writes steps of two orders in each of two workspaces, all of them before anybody listens. */
const publishBacklog = async (db: Database, bus: Bus, steps: number): Promise<Id[]> => {
  const workspaces = [newId(), newId()]
  for (let step = 1; step <= steps; step += 1)
    for (const workspaceId of workspaces) await publishStep(db, workspaceId, 'a', step)
  expect(await bus.relay.flush(10_000)).toBe(true)
  return workspaces
}
const stepsUpTo = (count: number) => Array.from({ length: count }, (_, index) => `a${index + 1}`)

describe('a backlog for a consumer that takes batches', () => {
  test('comes several at a time, each once in effect and in the order of its workspace', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const workspaces = await publishBacklog(db, only, 40)
    const { sizes, consumer } = batchingConsumer(db, 'batcher')
    await only.consume(consumer)
    for (const workspaceId of workspaces) {
      await expect.poll(() => handledSteps(db, workspaceId, 'batcher'), patience).toHaveLength(40)
      const inOrderOfEffect = await db
        .tenant(effects)(workspaceId)
        .find({ consumer: 'batcher' }, { sort: { id: 1 } })
      expect(inOrderOfEffect.map(({ step }) => `a${step}`)).toEqual(stepsUpTo(40))
    }
    expect(Math.max(...sizes)).toBeGreaterThan(5)
  })

  test('with an event that fails: that one becomes a dead letter, all others have their effect once', async () => {
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
      await expect.poll(() => handledSteps(db, workspaceId, 'picky'), patience).toEqual(others)
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ reason }) => reason), patience)
      .toEqual(Array(workspaces.length).fill('Error: not this one'))
  })

  test('that comes a second time, with news among it, has its effect once', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const { consumer } = batchingConsumer(db, 'again')
    const running = await only.consume(consumer)
    const [workspaceId] = await publishBacklog(db, only, 10)
    await expect.poll(() => handledSteps(db, workspaceId!, 'again'), patience).toEqual(stepsUpTo(10))
    await running.stop()
    await publishStep(db, workspaceId!, 'a', 11)
    expect(await only.relay.flush(10_000)).toBe(true)
    // Others' types make it a durable consumer of its own, which starts from the beginning.
    const { sizes, consumer: renewed } = batchingConsumer(db, 'again')
    const other = { ...StepTaken, type: 'wp.shop.order.other.v1' as const }
    await only.consume({ ...renewed, events: [StepTaken, other] })
    await expect.poll(() => handledSteps(db, workspaceId!, 'again'), patience).toEqual(stepsUpTo(11))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1)
  })

  test('of a copy comes several at a time, in order; an event that fails becomes a dead letter and harms no other', async () => {
    const { db, bus } = await start()
    const only = await bus()
    const workspaces = await publishBacklog(db, only, 20)
    const applied: { workspaceId: Id | null; step: number }[] = []
    const sizes: number[] = []
    await only.consume(
      defineCopyConsumer({
        name: 'copier',
        events: [StepTaken],
        retryDelaysMs: [1],
        apply: async (events) => {
          sizes.push(events.length)
          if (events.some(({ data }) => data.step === 7)) throw new Error('not this one')
          for (const { workspaceId, data } of events) applied.push({ workspaceId, step: data.step })
        },
      }),
    )
    await expect
      .poll(async () => (await only.deadLetters.list({ limit: 10 })).map(({ reason }) => reason), patience)
      .toEqual(Array(workspaces.length).fill('Error: not this one'))
    const others = stepsUpTo(20).filter((step) => step !== 'a7')
    for (const id of workspaces)
      await expect
        .poll(
          () => applied.filter(({ workspaceId }) => workspaceId === id).map(({ step }) => `a${step}`),
          patience,
        )
        .toEqual(others)
    expect(Math.max(...sizes)).toBeGreaterThan(5)
  })
})
