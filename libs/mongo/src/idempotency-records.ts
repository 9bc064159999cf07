import { collection } from './collection.ts'

/** One request that came with a key. `outcome` is JSON text, null while it runs. */
export type KeyRecord = {
  bodyHash: string
  routeId: string
  outcome: string | null
  /** Sagas only: the process that runs it must renew this. */
  leaseUntil: Date | null
  holder: string | null
  expiresAt: Date
}

export const idempotencyCollection = collection<KeyRecord>(
  'idempotency_keys',
  { bodyHash: String, routeId: String, outcome: String, leaseUntil: Date, holder: String, expiresAt: Date },
  [{ keys: { expiresAt: 1 }, ttlSeconds: 0 }],
)
