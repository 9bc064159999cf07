import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '@wp/embedded-mongo'
import { systemClock } from '@wp/kernel'
import { startPlatform } from '@wp/local-platform'
import { openDatabase, type DatabaseOptions } from '@wp/mongo'
import { startService, type ServiceDefinition } from '@wp/runtime'
import { createLogger, createMetrics } from '@wp/telemetry'

/**
 * Runs a service and its database in this process, so that the CPU time of both is counted. Exits with the measuring
 * process. The caller must fill the database through `db` and close `db`.
 */
export const startOwnService = async (
  definition: ServiceDefinition,
  collections: DatabaseOptions['collections'],
  env: Record<string, string> = {},
) => {
  const dataDir = mkdtempSync(join(tmpdir(), `wp-bench-${definition.name}-`))
  const database = await startServer({ dataDir: join(dataDir, 'database') })
  const messaging = await startPlatform({
    dataDir: join(dataDir, 'platform'),
    services: [],
    env: { MONGODB_URL: database.uri },
  })
  process.on('disconnect', () => {
    void messaging.stop().finally(() => {
      rmSync(dataDir, { recursive: true, force: true })
      process.exit()
    })
  })
  const { url } = await startService(definition, {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      MONGODB_URL: database.uri,
      NATS_URL: messaging.natsUrl,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'fatal',
      ...env,
    },
    register: false,
  })
  const db = await openDatabase({
    url: database.uri,
    name: `wp_${definition.name.replaceAll('-', '_')}`,
    clock: systemClock,
    collections,
    logger: createLogger({ service: 'bench', level: 'fatal' }),
    metrics: createMetrics('bench'),
  })
  return { url, db }
}

const batch = 500

/** Creates and stores records in batches. */
export const insertMany = async <Record>(
  store: { insertMany(records: readonly Record[]): Promise<unknown> },
  count: number,
  make: (index: number) => Record,
): Promise<void> => {
  for (let from = 0; from < count; from += batch)
    await store.insertMany(
      Array.from({ length: Math.min(batch, count - from) }, (_, offset) => make(from + offset)),
    )
}
