import { openBus } from '@wp/bus'
import { startNats } from '@wp/bus/test/nats-server'
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { inProcess } from '@wp/testing'
import { onTestFinished } from 'vitest'
import { realtime } from '../src/service.ts'

/** Starts a replica in this process. */
const startInProcess = async (env: Record<string, string>) => {
  const replica = await inProcess(realtime, { env })
  onTestFinished(() => replica.stop())
  return { url: replica.url, pid: process.pid }
}

/** Starts a replica with its own NATS; the test publishes events in place of the services. */
export const startIsolated = async (start = startInProcess) => {
  const nats = await startNats()
  onTestFinished(() => nats.close())
  const replica = await start({ NATS_URL: nats.url() })
  const bus = await openBus({
    url: nats.url(),
    service: 'test',
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'fatal' }),
    metrics: createMetrics('test'),
  })
  onTestFinished(() => bus.close())
  return { nats, bus, url: `${replica.url}/realtime`, pid: replica.pid }
}
