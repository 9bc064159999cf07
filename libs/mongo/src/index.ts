export { collection } from './collection.ts'
export type { Collection, IndexDeclaration } from './collection.ts'
export { openDatabase } from './database.ts'
export type { Database, DatabaseOptions } from './database.ts'
export type {
  Filter,
  NewPlatformDoc,
  NewTenantDoc,
  PlatformDoc,
  RecordFields,
  Sort,
  TenantDoc,
  Update,
  UpdateOperators,
} from './documents.ts'
export { assertIndexed } from './explain.ts'
export type { Explanation } from './explain.ts'
export { onConflict } from './errors.ts'
export { mongoIdempotency } from './idempotency.ts'
export type { Inbox } from './inbox.ts'
export type { Lease } from './leases.ts'
export type { Migration } from './migrations.ts'
export type { Outbox, OutboxRecord } from './outbox.ts'
export type {
  FindOptions,
  Page,
  PlatformCollection,
  Store,
  TenantCollection,
  UpdateOptions,
} from './store.ts'
export { beginsWith, contains, trusted } from './trusted.ts'
export type { TrustedOperators } from './trusted.ts'
export type { PublishableEvent, PublishedMessage, Tx } from './tx.ts'
