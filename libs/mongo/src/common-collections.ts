import type { Collection } from './collection.ts'
import { idempotencyCollection } from './idempotency-records.ts'
import { inboxIndexes } from './inbox.ts'
import { leaseIndexes } from './leases.ts'
import { migrationsCollection } from './migrations.ts'
import { outboxIndexes } from './outbox.ts'

/** What sharding needs to know about a collection. */
export type PlacedCollection = Pick<Collection<object>, 'name' | 'shape' | 'indexes' | 'unsharded'>

/** Declared collections that every database has. */
export const commonCollections: readonly Collection<object>[] = [idempotencyCollection, migrationsCollection]

/** Collections that every database has and that no store opens. */
export const rawCollections: readonly PlacedCollection[] = [
  { name: 'outbox', shape: {}, indexes: outboxIndexes },
  { name: 'inbox', shape: {}, indexes: inboxIndexes },
  {
    name: 'inbox_failures',
    shape: {},
    indexes: inboxIndexes,
    unsharded: 'Only events that a consumer failed to handle.',
  },
  {
    name: 'leases',
    shape: {},
    indexes: leaseIndexes,
    unsharded: 'One record per job, and per webhook endpoint that is being served.',
  },
]
