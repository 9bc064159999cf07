import { AppError } from '@wp/kernel'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { failureOf } from './failure.ts'
import { idempotencyOf } from './route.ts'
import type { Route } from './route.ts'

/** What a request came to, as it is kept for 24 hours. `body` is a JSON value. */
export type Outcome = {
  readonly status: number
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
}

export type IdempotencyRequest = {
  /** Whose key it is: a workspace, an administrator, or the address of a public route. */
  readonly scope: string
  readonly key: string
  readonly bodyHash: string
  readonly routeId: string
  readonly mode: 'transaction' | 'saga'
}

/**
 * Keeps outcomes by key. `work` returns what is worth keeping: a success, or a refusal (status from 400) whose effect must
 * be rolled back; it throws what must not be kept (5xx, 401, 403, 429 and anything unforeseen).
 * `run` throws AppError IDEMPOTENCY_KEY_REUSED for another body and IDEMPOTENCY_IN_PROGRESS while the first one runs.
 */
export type IdempotencyStore = {
  run(
    request: IdempotencyRequest,
    work: () => Promise<Outcome>,
  ): Promise<{ readonly outcome: Outcome; readonly replayed: boolean }>
}

const printable = /^[\x20-\x7e]{1,255}$/

/** The caller's key where the route takes one; 400 for a bad one, and for none where one is required. */
export const idempotencyKeyOf = (route: Route, headers: IncomingHttpHeaders): string | null => {
  const mode = idempotencyOf(route)
  if (mode === 'none') return null
  const key = headers['idempotency-key']
  if (key === undefined) {
    if (mode !== 'required') return null
    throw new AppError(
      'INVALID_REQUEST',
      'This request needs an Idempotency-Key header, so that a repetition has no second effect',
    )
  }
  if (typeof key === 'string' && printable.test(key)) return key
  throw new AppError('INVALID_REQUEST', 'Idempotency-Key must have 1 to 255 printable characters')
}

/** The same key on another path or with another body is another request. */
export const bodyHashOf = (method: string, path: string, bytes: Uint8Array): string =>
  createHash('sha256').update(`${method} ${path}\n`).update(bytes).digest('base64url')

const notKept = new Set([401, 403, 429])

/** Turns a refusal that may be kept into an outcome; everything else goes on as it is. */
export const outcomeOfRefusal = (error: unknown): Outcome => {
  if (!(error instanceof AppError) || error.status >= 500 || notKept.has(error.status)) throw error
  const { status, body, headers } = failureOf(error)
  return { status, body, headers: headers ?? {} }
}
