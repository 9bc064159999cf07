import type { Database } from './database.ts'

/** A reply as it can be kept and given again. */
export type Outcome = { status: number; body: unknown; headers: Record<string, string> }

export type IdempotentRequest = {
  /** Whose key it is: the workspace, the admin, the store. */
  scope: string
  key: string
  /** Of everything that makes the request what it is: path and body. */
  bodyHash: string
  routeId: string
  mode: 'transaction' | 'required' | 'saga'
}

/**
 * Gives one request one effect. `transaction` runs `work` inside one ambient transaction together with the record;
 * `saga` stores a running record with a lease first. Throws IDEMPOTENCY_KEY_REUSED (other body or route) and
 * IDEMPOTENCY_IN_PROGRESS. Answers 5xx, 401, 403 and 429 are not kept; other 4xx are kept, their effect rolled back.
 */
export type IdempotencyStore = {
  run(
    request: IdempotentRequest,
    work: () => Promise<Outcome>,
  ): Promise<{ outcome: Outcome; replayed: boolean }>
}

/** Keeps idempotency records in the service's own database for 24 hours. */
export const mongoIdempotency = (db: Database): IdempotencyStore => {
  throw new Error(`Not yet able to keep keys in ${db.name}`)
}
