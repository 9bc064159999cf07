import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from '@wp/telemetry'
import { collection } from './collection.ts'
import type { Database } from './database.ts'

/**
 * A change to stored data. Migrations run once, in the declared order, in one replica at a time. A migration must be
 * repeatable: it runs again after a crash.
 */
export type Migration = { id: string; up: (db: Database) => Promise<void> }

/** Stores the ids of completed migrations. */
export const migrationsCollection = collection<object>('migrations', 'Migration', {})

const leaseMs = 10_000

/** Runs pending migrations under a lease while other replicas wait. Throws at the first failure. */
export const migrate = async (
  db: Database,
  migrations: readonly Migration[],
  logger: Logger,
): Promise<void> => {
  const done = db.global(migrationsCollection)
  while ((await listPending(db, migrations)).length > 0) {
    const lease = await db.lease('migrations', leaseMs)
    if (!lease.acquired) {
      await delay(200)
      continue
    }
    const renewal = setInterval(() => void lease.renew().catch(() => undefined), leaseMs / 3)
    try {
      for (const migration of await listPending(db, migrations)) {
        logger.info({ migration: migration.id }, 'running a migration')
        await migration.up(db)
        await done().upsert({ id: migration.id }, {})
      }
    } finally {
      clearInterval(renewal)
      await lease.release()
    }
  }
}

const listPending = async (db: Database, migrations: readonly Migration[]): Promise<Migration[]> => {
  const records = await db.global(migrationsCollection)().find()
  const ids = new Set(records.map(({ id }) => id))
  return migrations.filter(({ id }) => !ids.has(id))
}
