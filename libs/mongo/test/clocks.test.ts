import { newId } from '@wp/kernel'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { scratchServer } from './scratch-database.ts'
import { thing, things } from './things.ts'

const server = scratchServer()
const dayMs = 24 * 3600 * 1000

afterEach(() => void vi.useRealTimers())

/** The database runs in this process, so its time is right only until it is read again, after five seconds. */
const setAheadBy = (days: number): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * dayMs })
}

const ThingMade = { type: 'wp.test.thing.made.v1', data: z.object({ name: z.string() }) }
const nowMs = (): number => performance.timeOrigin + performance.now()
const isNow = (time: Date): boolean => Math.abs(time.getTime() - nowMs()) < 60_000

describe.each([31, -31])('a process whose system time is %i days ahead', (days) => {
  it("stores the database's time in records and events", async () => {
    const db = await server.open({ collections: [things] })
    setAheadBy(days)
    const workspaceId = newId()
    const stored = await db.transaction(async (tx) => {
      tx.publish(ThingMade, { workspaceId, data: { name: 'a' } })
      return db.tenant(things)(workspaceId).insert(thing())
    })
    const [event] = await db.outbox.pending(1)
    const envelope = JSON.parse(event!.envelope) as { time: string }
    const times = [stored.createdAt, stored.updatedAt, event!.createdAt, new Date(envelope.time)]
    expect(times.map(isNow)).toEqual([true, true, true, true])
  })

  it('neither takes a lease that another process holds nor loses its own to others', async () => {
    const name = `leases_${days < 0 ? 'behind' : 'ahead'}`
    const [right, wrong] = [await server.open({ name }), await server.open({ name })]
    const keep = { ttlMs: 5000, keepMs: 60_000 }
    const work = () => Promise.resolve()
    expect(await right.withLease('of right', keep, work)).toBe(true)
    setAheadBy(days)
    expect(await wrong.withLease('of right', keep, work)).toBe(false)
    expect(await wrong.withLease('of wrong', keep, work)).toBe(true)
    vi.useRealTimers()
    expect(await right.withLease('of wrong', keep, work)).toBe(false)
  })
})
