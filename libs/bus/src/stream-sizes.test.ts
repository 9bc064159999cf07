import { setImmediate as nextTurn } from 'node:timers/promises'
import { createMetrics } from '@wp/telemetry'
import { expect, it } from 'vitest'
import { measureStreams } from './stream-sizes.ts'

it('measures the streams at each scrape, and not in between', async () => {
  let measured = 0
  const manager = {
    getAccountInfo: () => {
      measured += 1
      return Promise.resolve({ storage: 0, limits: { max_storage: 0 } })
    },
    streams: { info: () => Promise.resolve({ state: { bytes: measured }, config: { max_bytes: -1 } }) },
  }
  const connection = { jetstreamManager: () => Promise.resolve(manager) }
  const metrics = createMetrics('test')
  measureStreams({ natsConnection: { current: () => connection } as never, streams: ['wp-shop'], metrics })
  const scrape = async (): Promise<string> => {
    const text = await metrics.registry.metrics()
    await nextTurn()
    return text
  }
  expect(measured).toBe(0)
  await scrape()
  expect(await scrape()).toMatch(/^stream_bytes\{.*stream="wp-shop".*\} 1$/m)
  expect(measured).toBe(2)
})
