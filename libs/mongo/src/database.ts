import type { Clock, Id } from '@wp/kernel'
import type { Logger, Metrics } from '@wp/telemetry'
import type { Collection } from './collection.ts'
import type { NewPlatformDoc, NewTenantDoc, PlatformDoc, TenantDoc } from './documents.ts'
import type { Inbox } from './inbox.ts'
import type { Lease } from './leases.ts'
import type { Migration } from './migrations.ts'
import type { Outbox } from './outbox.ts'
import type { PlatformCollection, TenantCollection } from './store.ts'
import type { Tx } from './tx.ts'

export type DatabaseOptions = {
  url: string
  name: string
  clock: Clock
  logger: Logger
  metrics: Metrics
  collections: readonly Collection<object>[]
  migrations?: readonly Migration[]
  /** Called before every store operation; may throw. For tests that need a failing or slow database. */
  beforeOperation?: (operation: { collection: string; name: string }) => void | Promise<void>
}

/** One service's database. */
export type Database = {
  readonly name: string
  /**
   * Runs `work` in a transaction, or in the one that is running already. Repeats it after a write conflict (so it must be
   * repeatable) until the request's deadline or 5 s; then UNAVAILABLE.
   */
  transaction<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result>
  /** The records of one workspace at a time. */
  tenant<T extends object>(
    declared: Collection<T>,
  ): (workspaceId: Id, tx?: Tx) => TenantCollection<TenantDoc<T>, NewTenantDoc<T>>
  /** Platform-wide collections, and queries across workspaces. */
  global<T extends object>(
    declared: Collection<T>,
  ): (tx?: Tx) => PlatformCollection<PlatformDoc<T>, NewPlatformDoc<T>>
  /** Tries once to take a named lease; it ends by itself after `ttlMs`. */
  lease(name: string, ttlMs: number): Promise<Lease>
  /** Fails with UNAVAILABLE unless the database answers within a second. */
  ping(): Promise<void>
  close(): Promise<void>
  readonly outbox: Outbox
  readonly inbox: Inbox
}

/** Connects (waiting up to 30 s), makes collections and indexes, runs migrations. Fails with UNAVAILABLE when the database stays away. */
export const openDatabase = async (options: DatabaseOptions): Promise<Database> => {
  throw new Error(`Not yet able to open ${options.name}`)
}
