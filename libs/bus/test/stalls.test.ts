import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createMetrics } from '@wp/telemetry'
import { describe, expect, test } from 'vitest'
import type { Consumer } from '../src/index.ts'
import { handledSteps, publishStep, recordingConsumer, useServers } from './servers.ts'

const { start } = useServers()
const patience = { timeout: 30_000 }

/** More than are handled at once, fewer than are taken ahead. */
const heldCount = 24

/** A consumer whose deliveries are held until `release`; `handled` gives in how many workspaces it has had its effect. */
const holdingConsumer = (db: Database) => {
  const inner = recordingConsumer(db, 'holder')
  const gate = Promise.withResolvers<void>()
  let isOpen = false
  const consumer: Consumer = {
    ...inner,
    handle: async (event, tx) => {
      if (!isOpen) await gate.promise
      await inner.handle(event, tx)
    },
  }
  const release = () => {
    isOpen = true
    gate.resolve()
  }
  /** Those that come from now on are handled; those that are held stay so. */
  const letOthersPass = () => {
    isOpen = true
  }
  return { consumer, release, letOthersPass }
}

const publishInto = async (db: Database, workspaces: readonly Id[]): Promise<void> => {
  for (const workspaceId of workspaces) await publishStep(db, workspaceId, 'a', 1)
}

const countHandled = async (db: Database, workspaces: readonly Id[]): Promise<number> => {
  const each = await Promise.all(workspaces.map((workspaceId) => handledSteps(db, workspaceId, 'holder')))
  return each.filter((steps) => steps.length === 1).length
}

const newWorkspaces = (count: number): Id[] => Array.from({ length: count }, () => newId())

describe('a consumer that holds more deliveries than it handles at once', () => {
  test('goes on when it was taken up again meanwhile', { timeout: 60_000 }, async () => {
    const { nats, db, bus, jetStream } = await start()
    const metrics = createMetrics('test')
    const only = await bus({ metrics })
    const { consumer, release } = holdingConsumer(db)
    await only.consume(consumer)
    const [early, late] = [newWorkspaces(heldCount), newWorkspaces(20)]
    await publishInto(db, early)
    const { manager } = await jetStream()
    const held = async () => (await manager.consumers.list('wp-shop').next())[0]?.num_ack_pending
    await expect.poll(held, patience).toBe(heldCount)

    await nats.kill()
    await nats.start()
    const starts = async () =>
      Number(/^consumer_starts_total\{.*\} (\d+)/m.exec(await metrics.registry.metrics())?.[1])
    await expect.poll(starts, patience).toBe(2)
    release()
    await publishInto(db, late)
    await expect.poll(() => countHandled(db, [...early, ...late]), patience).toBe(heldCount + 20)
  })

  test('says how many events wait for it, and when none does any more', { timeout: 60_000 }, async () => {
    const { db, bus, jetStream } = await start()
    const metrics = createMetrics('test')
    const read = async (name: string) =>
      Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(await metrics.registry.metrics())?.[1])
    // Asked every two seconds, and no stall before the answer has been seen.
    const only = await bus({ metrics, stalledAfterMs: 12_000 })
    const { consumer, release } = holdingConsumer(db)
    await only.consume(consumer)
    expect([await read('consumer_stalled'), await read('events_handled_total')]).toEqual([0, 0])
    await publishInto(db, newWorkspaces(100))
    const { manager } = await jetStream()
    const waiting = async () => (await manager.consumers.list('wp-shop').next())[0]!.num_pending
    await expect
      .poll(async () => {
        const pending = await read('consumer_pending')
        return pending > 0 && pending === (await waiting())
      }, patience)
      .toBe(true)
    release()
    await expect.poll(() => read('consumer_pending'), patience).toBe(0)
  })

  test(
    'says so when they never end, starts over, and says when it goes on',
    { timeout: 60_000 },
    async () => {
      const { db, bus } = await start()
      const only = await bus({ stalledAfterMs: 2000 })
      const { consumer, release, letOthersPass } = holdingConsumer(db)
      await only.consume(consumer)
      const workspaces = newWorkspaces(50)
      await publishInto(db, workspaces)
      await expect.poll(() => only.stalledConsumers(), patience).toEqual(['holder'])
      letOthersPass()
      await expect.poll(() => countHandled(db, workspaces), patience).toBeGreaterThan(0)
      await expect.poll(() => only.stalledConsumers(), patience).toEqual([])
      release()
      await expect.poll(() => countHandled(db, workspaces), patience).toBe(50)
    },
  )
})

test('NATS that freezes stops no write; once it answers again the events follow, once in effect', async () => {
  const { nats, db, bus } = await start()
  const only = await bus()
  const { consumer, release } = holdingConsumer(db)
  release()
  await only.consume(consumer)
  const [early, late] = [newWorkspaces(2), newWorkspaces(20)]
  await publishInto(db, early)
  await expect.poll(() => countHandled(db, early), patience).toBe(2)
  await nats.freeze()
  await publishInto(db, late)
  expect(await countHandled(db, late)).toBe(0)
  nats.thaw()
  await expect.poll(() => countHandled(db, [...early, ...late]), patience).toBe(22)
})
