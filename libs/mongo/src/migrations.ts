import type { Database } from './database.ts'

/** A change of stored data. Runs once, in the order declared, by one replica at a time; must be repeatable, since a crash runs it again. */
export type Migration = { id: string; up: (db: Database) => Promise<void> }
