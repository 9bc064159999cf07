import type { Id } from './ids.ts'

/** A stored reply that is sent again for a repeated request. `body` is a JSON value. */
export type StoredReply = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export type IdempotentRequest = {
  /** The owner of the key: a workspace, an administrator, or the path of a public route. */
  readonly scope: string
  /** The workspace whose records the request changes, or null. */
  readonly workspaceId: Id | null
  readonly key: string
  /** Hash of the method, path and body. */
  readonly bodyHash: string
  readonly routeId: string
  readonly mode: 'transaction' | 'saga'
  /** Whether the stored record must reveal neither the key nor the reply. */
  readonly isSecret: boolean
}

/**
 * Applies a repeated request only once. The mode `transaction` runs `work` and stores the reply in one ambient
 * transaction. The mode `saga` first stores a record with a lease; after a crash, the first request with the key after
 * the lease runs `work` again. Replies that are not `isReplayable` are not stored. In the mode `transaction`, a reply
 * with status 400 or higher rolls back the work. `prepare` runs before the work and outside its transaction, unless a
 * reply is stored for the key; if it returns a reply, `work` does not run. `queue` names, after `prepare`, the hot record
 * that the work changes: transactions of this process with the same name do not run at the same time. Throws
 * IDEMPOTENCY_KEY_REUSED (other body or route) and IDEMPOTENCY_IN_PROGRESS (the first request is still running).
 */
export type IdempotencyStore = {
  run(
    request: IdempotentRequest,
    work: () => Promise<StoredReply>,
    before?: {
      prepare?: (() => Promise<StoredReply | null>) | undefined
      queue?: (() => string) | undefined
    },
  ): Promise<{ readonly reply: StoredReply; readonly isReplay: boolean }>
}

/** Returns whether a reply is stored and sent again for the same key: all except 401, 403, 429 and server errors. */
export const isReplayable = (status: number): boolean => status < 500 && ![401, 403, 429].includes(status)
