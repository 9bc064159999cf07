/** A reply as it can be kept and given again. `body` is a JSON value. */
export type StoredReply = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export type IdempotentRequest = {
  /** Whose key it is: a workspace, an administrator, or the address of a public route. */
  readonly scope: string
  readonly key: string
  /** Of everything that makes the request what it is: method, path and body. */
  readonly bodyHash: string
  readonly routeId: string
  readonly mode: 'transaction' | 'saga'
}

/**
 * Gives one request one effect. `transaction` runs `work` inside one ambient transaction together with the record; `saga`
 * stores a running record with a lease first, and after a crash the next request with the key runs `work` again. A reply
 * that `isKept` refuses is given out and forgotten; one from 400 on is kept, its effect rolled back.
 * Throws IDEMPOTENCY_KEY_REUSED (other body or route) and IDEMPOTENCY_IN_PROGRESS (the first one still runs).
 */
export type IdempotencyStore = {
  run(
    request: IdempotentRequest,
    work: () => Promise<StoredReply>,
  ): Promise<{ readonly reply: StoredReply; readonly isReplay: boolean }>
}

/** Whether a reply answers later requests with the same key: not when another try may go better. */
export const isKept = (status: number): boolean => status < 500 && ![401, 403, 429].includes(status)
