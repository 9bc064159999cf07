import { setImmediate as turn } from 'node:timers/promises'
import { AppError, newId } from '@wp/kernel'
import type { Database } from '@wp/mongo'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineCopyConsumer, defineEvent } from '../src/index.ts'
import { useServers } from './servers.ts'

const { start } = useServers()
const polling = { timeout: 30_000 }

const Moved = defineEvent({
  type: 'wp.shop.cart.moved.v1',
  summary: 'A cart was moved',
  data: z.object({ cartId: z.string(), step: z.number() }),
  subjectByWorkspace: true,
  shards: 4,
})

const publishMoves = (db: Database, workspaceId: string, from: number, to: number): Promise<void> =>
  db.transaction(async (tx) => {
    for (let step = from; step <= to; step += 1)
      tx.publish(Moved, { workspaceId, data: { cartId: 'a', step }, aggregate: 'cart:a' })
  })

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/**
 * Returns a consumer that collects steps, fails according to `failures`, and takes a varying number of event
 * loop turns.
 */
const collector = (steps: Map<string, number[]>, failures: Set<number>, error: Error) =>
  defineCopyConsumer({
    name: 'collector',
    events: [Moved],
    ordered: true,
    retryDelaysMs: [10],
    apply: async (events) => {
      for (const { workspaceId, data } of events) {
        for (let turns = data.step % 3; turns > 0; turns -= 1) await turn()
        if (failures.has(data.step)) throw error
        steps.set(workspaceId!, [...(steps.get(workspaceId!) ?? []), data.step])
      }
    },
  })

/** Does not count as a failed attempt. */
const unavailable = new AppError('UNAVAILABLE', 'The database is unavailable')

describe('an ordered consumer', () => {
  it('handles the events of each workspace in order, with two replicas and an event that fails at first', async () => {
    const { db, bus } = await start()
    const steps = new Map<string, number[]>()
    const failures = new Set([5])
    for (const replica of [await bus(), await bus()])
      await replica.consume(collector(steps, failures, unavailable))
    const workspaces = [newId(), newId(), newId()]
    for (const workspaceId of workspaces) await publishMoves(db, workspaceId, 1, 12)
    await expect.poll(() => steps.get(workspaces[0]!), polling).toEqual(upTo(4))
    failures.clear()
    for (const workspaceId of workspaces)
      await expect.poll(() => steps.get(workspaceId), polling).toEqual(upTo(12))
  })

  it('continues after an event is dead-lettered, and handles that event when it is redriven', async () => {
    const { db, bus } = await start()
    const steps = new Map<string, number[]>()
    const failures = new Set([2])
    const replica = await bus()
    await replica.consume(collector(steps, failures, new Error('cannot handle this')))
    const workspaceId = newId()
    await publishMoves(db, workspaceId, 1, 3)
    await expect.poll(() => steps.get(workspaceId), polling).toEqual([1, 3])
    const [letter] = await replica.deadLetters.list({ limit: 10 })
    failures.clear()
    await replica.deadLetters.redrive(letter!.id)
    await expect.poll(() => steps.get(workspaceId), polling).toEqual([1, 3, 2])
  })
})
