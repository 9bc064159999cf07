import { describe, expect, it } from 'vitest'
import { createReadiness } from './readiness.ts'

type Ping = ReturnType<typeof Promise.withResolvers<void>>

/** Returns a readiness check whose database answers each ping when the test resolves it. */
const readinessWith = () => {
  const pings: Ping[] = []
  const readiness = createReadiness({ pingTimeoutMs: 0 })
  const ping = (): Promise<void> => {
    const next = Promise.withResolvers<void>()
    pings.push(next)
    return next.promise
  }
  let unavailableMs = 0
  let clockOffsetMs = 0
  let isConnected = true
  const databaseWarnings: string[] = []
  readiness.markReady({
    database: {
      ping,
      unavailableMs: () => unavailableMs,
      clockOffsetMs: () => clockOffsetMs,
      warnings: () => databaseWarnings,
    },
    bus: { stalledConsumers: () => [], isConnected: () => isConnected },
    ready: undefined,
  })
  return {
    databaseWarnings,
    pings,
    readiness,
    isReady: async () => (await readiness.report()).ready,
    warningsWith: async (offsetMs: number) => {
      clockOffsetMs = offsetMs
      return (await readiness.report()).warnings
    },
    disconnect: () => {
      isConnected = false
    },
    isLiveAfter: (ms: number) => {
      unavailableMs = ms
      return readiness.isLive()
    },
  }
}

describe('createReadiness', () => {
  it('stays ready without NATS and warns about it', async () => {
    const { readiness, disconnect } = readinessWith()
    disconnect()
    expect(await readiness.report()).toMatchObject({
      ready: true,
      warnings: [expect.stringMatching(/^NATS/)],
    })
  })

  it('keeps its state while the database is slow and sends only one ping at a time', async () => {
    const { pings, isReady } = readinessWith()
    expect([await isReady(), await isReady()]).toEqual([true, true])
    expect(pings).toHaveLength(1)
  })

  it('is not ready after a failed ping until a ping succeeds', async () => {
    const { pings, isReady } = readinessWith()
    await isReady()
    pings[0]!.reject(new Error('connection refused'))
    await new Promise(setImmediate)
    expect(await isReady()).toBe(false)
    pings[1]!.resolve()
    await new Promise(setImmediate)
    expect(await isReady()).toBe(true)
  })

  it('is live unless the database has not answered for a minute', () => {
    const { isLiveAfter } = readinessWith()
    expect([0, 59_999, 60_000, 0].map(isLiveAfter)).toEqual([true, true, false, true])
  })

  it('warns when the clock differs from the database clock by ten seconds or more', async () => {
    const { warningsWith } = readinessWith()
    expect(await warningsWith(9999)).toEqual([])
    expect(await warningsWith(10_000)).toHaveLength(1)
    expect(await warningsWith(3_600_000)).toEqual([
      "This machine's clock is 3600 s ahead of the database's; check its time synchronization",
    ])
    expect(await warningsWith(-300_000)).toEqual([
      "This machine's clock is 300 s behind the database's; check its time synchronization",
    ])
  })

  it('lists the warnings of the database without making the service unready', async () => {
    const { databaseWarnings, isReady, warningsWith } = readinessWith()
    databaseWarnings.push('The disk is nearly full')
    expect(await isReady()).toBe(true)
    expect(await warningsWith(0)).toEqual(['The disk is nearly full'])
  })

  it('warns after rejecting a connection for lack of file descriptors', async () => {
    const { readiness, warningsWith } = readinessWith()
    expect(await warningsWith(0)).toEqual([])
    readiness.markConnectionRefused()
    expect(await warningsWith(0)).toEqual([
      'HTTP connections were refused because file descriptors are short; close connections or raise the limit (ulimit -n)',
    ])
  })
})
