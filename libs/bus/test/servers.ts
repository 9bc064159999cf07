import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { systemClock } from '@wp/kernel'
import type { Id } from '@wp/kernel'
import { collection, openDatabase } from '@wp/mongo'
import type { Database } from '@wp/mongo'
import { createLogger, createMetrics } from '@wp/telemetry'
import { connect } from 'nats'
import { afterAll, afterEach, beforeAll, vi } from 'vitest'
import { z } from 'zod'
import { defineConsumer, defineEvent, openBus } from '../src/index.ts'
import type { Bus, BusOptions, Consumer } from '../src/index.ts'
import { startNats } from './nats-server.ts'

/** Records which consumer handled which step. */
export const effects = collection<{ consumer: string; order: string; step: number }>(
  'effects',
  'Effect',
  { consumer: String, order: String, step: Number },
  [{ keys: { workspaceId: 1, consumer: 1 } }],
)

export const StepTaken = defineEvent({
  type: 'wp.shop.order.stepped.v1',
  summary: 'An order advanced by one step',
  data: z.object({ orderId: z.string(), step: z.number() }),
})

export const openScratchDatabase = (url: string, name: string): Promise<Database> =>
  openDatabase({
    url,
    name,
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    collections: [effects],
  })

export const openScratchBus = (url: string, more: Partial<BusOptions> = {}): Promise<Bus> =>
  openBus({
    url,
    service: 'shop',
    clock: systemClock,
    logger: createLogger({ service: 'test', level: 'silent' }),
    metrics: createMetrics('test'),
    ...more,
  })

/** Publishes one step of an order in a transaction, as services do. */
export const publishStep = (db: Database, workspaceId: Id, orderId: string, number: number): Promise<void> =>
  db.transaction(async (tx) => {
    await db.tenant(effects)(workspaceId).insert({ consumer: 'writer', order: orderId, step: number })
    tx.publish(StepTaken, { workspaceId, data: { orderId, step: number } })
  })

/** Returns a consumer that records every step it handles. */
export const recordingConsumer = (
  db: Database,
  name: string,
  more: Pick<Consumer, 'ackWaitMs' | 'retryDelaysMs'> = {},
) => ({
  ...defineConsumer({
    name,
    events: [StepTaken],
    handle: async ({ workspaceId, data }) => {
      await db.tenant(effects)(workspaceId!).insert({ consumer: name, order: data.orderId, step: data.step })
    },
  }),
  ...more,
})

/** Returns the steps that a consumer has handled. */
export const handledSteps = async (db: Database, workspaceId: Id, consumer: string): Promise<string[]> => {
  const found = await db
    .tenant(effects)(workspaceId)
    .find({ consumer }, { sort: { order: 1, step: 1 } })
  return found.map(({ order, step: number }) => `${order}${number}`)
}

let counter = 0

/** Provides a database server per test file, and a NATS server, a database and buses per test. */
export const useServers = () => {
  let folder: string
  let server: Awaited<ReturnType<typeof startServer>>
  const resources: { close(): Promise<void> }[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wp-bus-'))
    server = await startServer({ dataDir: folder })
  })
  afterEach(async () => {
    for (const each of resources.splice(0).toReversed()) await each.close()
  })
  afterAll(async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = async <Resource extends { close(): Promise<void> }>(resource: Promise<Resource>) => {
    const opened = await resource
    resources.push(opened)
    return opened
  }
  return {
    databaseUrl: () => server.uri,
    start: async (natsSettings: { maxStoreBytes?: number } = {}) => {
      const nats = await open(startNats(natsSettings))
      /** Opens another database: every service has its own. */
      const database = () => open(openScratchDatabase(server.uri, `scratch_${(counter += 1)}`))
      const db = await database()
      const bus = (more: Partial<BusOptions> = {}) => open(openScratchBus(nats.url(), { db, ...more }))
      /** Opens JetStream without a bus. Waits for the stream, which a bus creates only after it has opened. */
      const jetStream = async () => {
        const connection = await open(connect({ servers: nats.url() }))
        const manager = await connection.jetstreamManager()
        await vi.waitFor(() => manager.streams.info('wp-shop'), { timeout: 60_000, interval: 20 })
        return { manager, publish: connection.jetstream().publish.bind(connection.jetstream()) }
      }
      return { nats, db, database, bus, jetStream }
    },
  }
}
