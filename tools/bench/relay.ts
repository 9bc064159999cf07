// G7: the cost of publishing an outbox, including database reads and updates, compared with publishing the same
// events directly to JetStream, 64 in flight. CPU time of this process per event. Also reports the wall-clock time,
// with the database and NATS on the same cores.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineEvent, openBus } from '@wp/bus'
import { IdString, newId, systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local-platform'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { z } from 'zod'
import { openNatsConnection } from '../../libs/bus/src/nats-connection.ts'
import { alternate, ratio, report } from './measure.ts'

/** The relay's page size. */
const page = 512
/** Full pages only, because the relay waits a second before it publishes a partial page of another replica. */
const events = 10 * page
const inFlight = 64
const Moved = defineEvent({
  type: 'wp.bench.thing.moved.v1',
  summary: 'A thing was moved',
  data: z.object({ thing: z.object({ id: IdString, name: z.string(), notes: z.string() }) }),
})
type Cost = { cpuMicros: number; micros: number }

/** Returns the CPU time and the elapsed time of the work per event, in microseconds. */
const measureCost = async (work: () => Promise<void>): Promise<Cost> => {
  const started = performance.now()
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return { cpuMicros: (user + system) / events, micros: ((performance.now() - started) * 1000) / events }
}

const newThing = () => ({ id: newId(), name: 'Mona Haddad', notes: 'x'.repeat(300) })

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-relay-'))
const platform = await startPlatform({ dataDir, services: [] })
const logger = createLogger({ service: 'bench', level: 'fatal' })
const parts = { logger, metrics: createMetrics('bench'), clock: systemClock }
const db = await openDatabase({ ...parts, url: platform.mongoUrl, name: 'wp_bench', collections: [] })
const connection = openNatsConnection({ ...parts, url: platform.natsUrl, service: 'bench' })
const bare = await connection.connected
try {
  // Creates the stream.
  const first = await openBus({ ...parts, url: platform.natsUrl, service: 'bench', db })
  await first.close()

  const relayed = async (): Promise<Cost> => {
    for (let at = 0; at < events; at += page)
      await db.transaction(async (tx) => {
        for (let index = 0; index < page; index += 1)
          tx.publish(Moved, { workspaceId: null, data: { thing: newThing() } })
      })
    const bus = await openBus({ ...parts, url: platform.natsUrl, service: 'bench', db })
    const cost = await measureCost(async () => {
      while ((await db.outbox.pending(1)).length > 0) await bus.relay.flush(5_000)
    })
    await bus.close()
    return cost
  }

  const published = async (): Promise<Cost> => {
    const stream = bare.jetstream()
    const payloads = Array.from({ length: events }, () =>
      Buffer.from(
        JSON.stringify({ id: newId(), type: Moved.type, time: new Date(), data: { thing: newThing() } }),
      ),
    )
    let next = 0
    const work = async (): Promise<void> => {
      while (next < events) {
        const payload = payloads[next++]!
        await stream.publish(Moved.type, payload, { msgID: newId() })
      }
    }
    return measureCost(async () => {
      await Promise.all(Array.from({ length: inFlight }, work))
    })
  }

  await relayed()
  await published()
  const times: Record<string, number[]> = { 'bare publishing': [], 'outbox relay': [] }
  const cpuOf = (name: string, measure: () => Promise<Cost>) => async () => {
    const { cpuMicros, micros } = await measure()
    times[name]!.push(micros)
    return cpuMicros
  }
  const results = await alternate({
    'bare publishing': cpuOf('bare publishing', published),
    'outbox relay': cpuOf('outbox relay', relayed),
  })
  await report({
    id: 'relay',
    title: 'CPU time of publishing events',
    unit: 'µs CPU per event',
    results,
    goals: [
      {
        goal: 'G7 CPU: bare publishing / outbox relay, 64 in flight',
        value: ratio(results['bare publishing'], results['outbox relay']),
        atLeast: 0.85,
      },
    ],
  })
  await report({
    id: 'relay-time',
    title: 'Wall-clock time of publishing events, with the database and NATS on the same cores',
    unit: 'µs per event',
    results: times,
    goals: [],
  })
} finally {
  await connection.close()
  await db.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
