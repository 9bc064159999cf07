import { AppError, isReplayable } from '@wp/kernel'
import type { StoredReply } from '@wp/kernel'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { toFailure } from './failure.ts'
import { idempotencyOf } from './route.ts'
import type { Route } from './route.ts'

const printable = /^[\x20-\x7e]{1,255}$/

/**
 * Returns the Idempotency-Key if the route takes one. Throws INVALID_REQUEST when the key is invalid, or required and
 * missing.
 */
export const idempotencyKeyOf = (route: Route, headers: IncomingHttpHeaders): string | null => {
  const mode = idempotencyOf(route)
  if (mode === 'none') return null
  const key = headers['idempotency-key']
  if (key === undefined) {
    if (mode !== 'required') return null
    throw new AppError('INVALID_REQUEST', 'The Idempotency-Key header is required')
  }
  if (typeof key === 'string' && printable.test(key)) return key
  throw new AppError('INVALID_REQUEST', 'Idempotency-Key must have 1 to 255 printable ASCII characters')
}

/** Returns the hash that tells requests with the same key apart. */
export const bodyHashOf = (method: string, path: string, body: Uint8Array | string): string =>
  createHash('sha256').update(`${method} ${path}\n`).update(body).digest('base64url')

/** Returns the reply for an error if it may be stored; rethrows other errors and those that ask for a retry. */
export const toStoredFailure = (error: unknown): StoredReply => {
  if (!(error instanceof AppError) || !isReplayable(error.status)) throw error
  if (error.retryAfterSeconds !== undefined) throw error
  const { status, body, headers } = toFailure(error)
  return { status, body, headers: headers ?? {} }
}
