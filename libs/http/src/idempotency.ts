import { AppError, isReplayable } from '@wp/kernel'
import type { StoredReply } from '@wp/kernel'
import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { toFailure } from './failure.ts'
import { idempotencyOf } from './route.ts'
import type { Route } from './route.ts'

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
export const bodyHashOf = (method: string, path: string, body: Uint8Array | string): string =>
  createHash('sha256').update(`${method} ${path}\n`).update(body).digest('base64url')

/** Turns a refusal that may be kept into a reply; everything else goes on as it is. */
export const toStoredRefusal = (error: unknown): StoredReply => {
  if (!(error instanceof AppError) || !isReplayable(error.status)) throw error
  const { status, body, headers } = toFailure(error)
  return { status, body, headers: headers ?? {} }
}
