import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { systemClock } from '@wp/kernel'
import { createLogger, createMetrics } from '@wp/telemetry'
import { afterAll, beforeAll } from 'vitest'
import { openDatabase } from '../src/index.ts'
import type { Database, DatabaseOptions } from '../src/index.ts'

let counter = 0

/** Starts a database server for a test file, in a folder that is deleted afterward. */
export const scratchServer = (
  serverOptions: { transactionLifetimeLimitSeconds?: number; enableTestCommands?: boolean } = {},
) => {
  const opened: Database[] = []
  let folder: string
  let server: Awaited<ReturnType<typeof startServer>>

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wp-mongo-'))
    server = await startServer({ dataDir: folder, ...serverOptions })
  })
  afterAll(async () => {
    await Promise.all(opened.map((db) => db.close()))
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  })

  const open = async (options: Partial<DatabaseOptions> = {}): Promise<Database> => {
    counter += 1
    const db = await openDatabase({
      url: server.uri,
      name: `scratch_${counter}`,
      clock: systemClock,
      logger: createLogger({ service: 'test', level: 'silent' }),
      metrics: createMetrics('test'),
      collections: [],
      ...options,
    })
    opened.push(db)
    return db
  }
  return { open, uri: () => server.uri, folder: () => folder }
}
