import type { Id } from '@wp/kernel'
import { collection } from './collection.ts'

/** A request with an Idempotency-Key. `reply` is JSON text, sealed for secret requests, or null while it is running. */
export type KeyRecord = {
  /** Keeps the record on the shard of the request's change. */
  workspaceId: Id | null
  bodyHash: string
  routeId: string
  reply: string | null
  /** Only set for sagas. The process that runs the request keeps renewing it. */
  leaseUntil: Date | null
  holder: string | null
  expiresAt: Date
}

export const idempotencyCollection = collection<KeyRecord>(
  'idempotency_keys',
  'Idempotency key',
  { bodyHash: String, routeId: String, reply: String, leaseUntil: Date, holder: String, expiresAt: Date },
  [{ keys: { expiresAt: 1 }, ttlSeconds: 0 }],
)
