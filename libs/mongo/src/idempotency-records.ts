import { collection } from './collection.ts'

/** One request that came with a key. `reply` is JSON text, null while it runs. */
export type KeyRecord = {
  bodyHash: string
  routeId: string
  reply: string | null
  /** Sagas only: the process that runs it must renew this. */
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
