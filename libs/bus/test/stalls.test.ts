import { newId } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { createMetrics } from '@wp/telemetry'
import { describe, expect, it } from 'vitest'
import type { Consumer } from '../src/index.ts'
import { handledSteps, publishStep, recordingConsumer, useServers } from './servers.ts'

const { start } = useServers()

/** More events than the consumer handles concurrently, but fewer than it prefetches. */
const heldCount = 24

/** Returns a consumer whose handlers block until `release` is called. */
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
  /** Lets new deliveries be handled; the blocked ones stay blocked. */
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

describe('a consumer with blocked handlers', () => {
  it('continues after NATS restarts', async () => {
    const { nats, db, bus, jetStream } = await start()
    const metrics = createMetrics('test')
    const only = await bus({ metrics })
    const { consumer, release } = holdingConsumer(db)
    await only.consume(consumer)
    const [early, late] = [newWorkspaces(heldCount), newWorkspaces(20)]
    await publishInto(db, early)
    const { manager } = await jetStream()
    const held = async () => (await manager.consumers.list('wp-shop').next())[0]?.num_ack_pending
    await expect.poll(held).toBe(heldCount)

    await nats.kill()
    await nats.start()
    const starts = async () =>
      Number(/^consumer_starts_total\{.*\} (\d+)/m.exec(await metrics.registry.metrics())?.[1])
    await expect.poll(starts).toBe(2)
    release()
    await publishInto(db, late)
    await expect.poll(() => countHandled(db, [...early, ...late])).toBe(heldCount + 20)
  })

  it('reports the number of waiting events as a metric', async () => {
    const { db, bus, jetStream } = await start()
    const metrics = createMetrics('test')
    const read = async (name: string) =>
      Number(new RegExp(`^${name}\\{.*\\} (\\d+)$`, 'm').exec(await metrics.registry.metrics())?.[1])
    // The stall watch polls every two seconds, so it reads the number before the consumer counts as stalled.
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
      })
      .toBe(true)
    release()
    await expect.poll(() => read('consumer_pending')).toBe(0)
  })

  it('is reported as stalled and restarted, and is no longer reported once it continues', async () => {
    const { db, bus } = await start()
    const only = await bus({ stalledAfterMs: 2000 })
    const { consumer, release, letOthersPass } = holdingConsumer(db)
    await only.consume(consumer)
    const workspaces = newWorkspaces(50)
    await publishInto(db, workspaces)
    await expect.poll(() => only.stalledConsumers()).toEqual(['holder'])
    letOthersPass()
    await expect.poll(() => countHandled(db, workspaces)).toBeGreaterThan(0)
    await expect.poll(() => only.stalledConsumers()).toEqual([])
    release()
    await expect.poll(() => countHandled(db, workspaces)).toBe(50)
  })
})

describe('a consumer that has received every event but finishes none', () => {
  it('is reported as stalled until it finishes them', async () => {
    const { db, bus } = await start()
    const only = await bus({ stalledAfterMs: 2000 })
    const { consumer, release } = holdingConsumer(db)
    await only.consume(consumer)
    const workspaces = newWorkspaces(2)
    await publishInto(db, workspaces)
    await expect.poll(() => only.stalledConsumers()).toEqual(['holder'])
    release()
    await expect.poll(() => countHandled(db, workspaces)).toBe(2)
    await expect.poll(() => only.stalledConsumers()).toEqual([])
  })
})

describe('frozen NATS', () => {
  it('does not block writes, and events are applied once after it answers again', async () => {
    const { nats, db, bus } = await start()
    const only = await bus()
    const { consumer, release } = holdingConsumer(db)
    release()
    await only.consume(consumer)
    const [early, late] = [newWorkspaces(2), newWorkspaces(20)]
    await publishInto(db, early)
    await expect.poll(() => countHandled(db, early)).toBe(2)
    await nats.freeze()
    await publishInto(db, late)
    expect(await countHandled(db, late)).toBe(0)
    nats.thaw()
    await expect.poll(() => countHandled(db, [...early, ...late])).toBe(22)
  })
})
