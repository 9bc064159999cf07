import { expect, test } from 'vitest'
import { createReadiness } from './readiness.ts'

type Ping = ReturnType<typeof Promise.withResolvers<void>>

/** A readiness whose database answers each ping when the test says so. */
const readinessWith = () => {
  const pings: Ping[] = []
  const readiness = createReadiness({ lateMs: 0 })
  const ping = (): Promise<void> => {
    const next = Promise.withResolvers<void>()
    pings.push(next)
    return next.promise
  }
  readiness.markReady({ database: { ping }, bus: { stalledConsumers: () => [] }, ready: undefined })
  return { pings, isReady: async () => (await readiness.report()).ready }
}

test('a database that is slow leaves a service as ready as it was, and is asked once at a time', async () => {
  const { pings, isReady } = readinessWith()
  expect([await isReady(), await isReady()]).toEqual([true, true])
  expect(pings).toHaveLength(1)
})

test('a ping that fails makes it not ready until one is answered', async () => {
  const { pings, isReady } = readinessWith()
  await isReady()
  pings[0]!.reject(new Error('nobody there'))
  await new Promise(setImmediate)
  expect(await isReady()).toBe(false)
  pings[1]!.resolve()
  await new Promise(setImmediate)
  expect(await isReady()).toBe(true)
})
