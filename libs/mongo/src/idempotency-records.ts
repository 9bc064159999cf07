import { collection } from './collection.ts'

/** A request with an Idempotency-Key. `reply` is JSON text, null while the request runs. */
export type KeyRecord = {
  bodyHash: string
  routeId: string
  reply: string | null
  /** Only set for sagas; the process that runs the request renews it. */
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
