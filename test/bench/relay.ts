// G7: how fast the outbox of a service goes out, read from the database and marked there, beside bare publishing of the same
// events to JetStream, 64 in flight.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineEvent, openBus } from '@wp/bus'
import { IdString, newId, systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local'
import { openDatabase } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { z } from 'zod'
import { openNatsConnection } from '../../libs/bus/src/nats-connection.ts'
import { alternate, ratio, report } from './measure.ts'

/** Whole pages of the relay: fewer than a page may be another replica's, which is given a second. */
const page = 512
const events = 10 * page
const inFlight = 64
const Moved = defineEvent({
  type: 'wp.bench.thing.moved.v1',
  summary: 'A thing was moved',
  data: z.object({ thing: z.object({ id: IdString, name: z.string(), notes: z.string() }) }),
})
const newThing = () => ({ id: newId(), name: 'Mona Haddad', notes: 'x'.repeat(300) })

const dataDir = mkdtempSync(join(tmpdir(), 'wp-bench-relay-'))
const platform = await startPlatform({ dataDir, services: [] })
const logger = createLogger({ service: 'bench', level: 'fatal' })
const parts = { logger, metrics: createMetrics('bench'), clock: systemClock }
const db = await openDatabase({ ...parts, url: platform.mongoUrl, name: 'wp_bench', collections: [] })
const connection = openNatsConnection({ url: platform.natsUrl, service: 'bench', logger })
const bare = await connection.connected
try {
  // Makes the stream.
  const first = await openBus({ ...parts, url: platform.natsUrl, service: 'bench', db })
  await first.close()

  const relayed = async (): Promise<number> => {
    for (let at = 0; at < events; at += page)
      await db.transaction(async (tx) => {
        for (let index = 0; index < page; index += 1)
          tx.publish(Moved, { workspaceId: null, data: { thing: newThing() } })
      })
    const bus = await openBus({ ...parts, url: platform.natsUrl, service: 'bench', db })
    const started = performance.now()
    while ((await db.outbox.backlog()).count > 0) await bus.relay.flush(5_000)
    const took = performance.now() - started
    await bus.close()
    return events / (took / 1000)
  }

  const published = async (): Promise<number> => {
    const stream = bare.jetstream()
    const payloads = Array.from({ length: events }, () =>
      Buffer.from(
        JSON.stringify({ id: newId(), type: Moved.type, time: new Date(), data: { thing: newThing() } }),
      ),
    )
    const started = performance.now()
    let next = 0
    const work = async (): Promise<void> => {
      while (next < events) {
        const payload = payloads[next++]!
        await stream.publish(Moved.type, payload, { msgID: newId() })
      }
    }
    await Promise.all(Array.from({ length: inFlight }, work))
    return events / ((performance.now() - started) / 1000)
  }

  await relayed()
  await published()
  const results = await alternate({ 'bare publishing': published, 'outbox relay': relayed })
  await report({
    id: 'relay',
    title: 'Publishing events',
    unit: 'events/s',
    results,
    goals: [
      {
        goal: 'G7 outbox relay of bare publishing, 64 in flight',
        value: ratio(results['outbox relay'], results['bare publishing']),
        atLeast: 0.85,
      },
    ],
  })
} finally {
  await connection.close()
  await db.close()
  await platform.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
