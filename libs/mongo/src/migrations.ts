import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Id } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import { collection } from './collection.ts'
import type { Collection } from './collection.ts'
import type { Database } from './database.ts'
import { migrationsLease } from './leases.ts'
import { trusted } from './trusted.ts'

/**
 * A change to stored data. Migrations run once, in the declared order, in one replica at a time. A migration must be
 * repeatable: it runs again after a crash. `signal` aborts when another replica may have taken over; long migrations
 * must check it.
 */
export type Migration = { id: string; up: (db: Database, signal: AbortSignal) => Promise<void> }

/** Stores the ids of completed migrations. */
export const migrationsCollection = collection<object>('migrations', 'Migration', {}, [], {
  unsharded: 'One record per migration.',
  onePer: 'migration',
})

/** Runs pending migrations under a lease while other replicas wait. Throws at the first failure. */
export const migrate = async (
  db: Database,
  migrations: readonly Migration[],
  logger: Logger,
): Promise<void> => {
  const done = db.global(migrationsCollection)
  while ((await listPending(db, migrations)).length > 0) {
    const hasRun = await db.withLease(...migrationsLease, async (signal) => {
      for (const migration of await listPending(db, migrations)) {
        logger.info({ migration: migration.id }, 'running a migration')
        await migration.up(db, signal)
        signal.throwIfAborted()
        await done().upsert({ id: migration.id }, {})
      }
    })
    if (!hasRun) await delay(200)
  }
}

const firstId = '0'.repeat(24)
const batchSize = 100

/**
 * Returns a migration that recomputes a field of every record, in batches, without changing `updatedAt`. It
 * skips records whose source fields change in the meantime: their writer sets the field.
 */
export const recomputeField = <T extends object, Field extends keyof T, Source extends keyof T>(
  id: string,
  declared: Collection<T>,
  field: Field,
  sources: readonly Source[],
  compute: (record: Pick<NoInfer<T>, Source>) => NoInfer<T>[Field],
): Migration => ({
  id,
  up: async (db, signal) => {
    // Queried across workspaces. The types of a record's fields are lost in this generic code.
    const records = db.global(declared as Collection<Record<string, unknown>>)
    const names = [field, ...sources] as string[]
    const listAfter = (last: Id) =>
      records().find({ id: trusted({ $gt: last }) }, { sort: { id: 1 }, limit: batchSize, select: names })
    const update = async (record: { id: Id } & Record<string, unknown>): Promise<void> => {
      const value = compute(record as Pick<T, Source>)
      if (isDeepStrictEqual(value, record[field as string])) return
      const unchanged = Object.fromEntries(sources.map((name) => [name, record[name as string]]))
      await records().updateIf({ ...unchanged, id: record.id }, { [field]: value }, { keepsUpdatedAt: true })
    }
    for (let batch = await listAfter(firstId); batch.length > 0; batch = await listAfter(batch.at(-1)!.id)) {
      signal.throwIfAborted()
      await Promise.all(batch.map(update))
    }
  },
})

const listPending = async (db: Database, migrations: readonly Migration[]): Promise<Migration[]> => {
  const records = await db.global(migrationsCollection)().find()
  const ids = new Set(records.map(({ id }) => id))
  return migrations.filter(({ id }) => !ids.has(id))
}
