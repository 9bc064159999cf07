import { AppError, isReplayable } from '@wp/kernel'
import type { StoredReply } from '@wp/kernel'
import { createHash, scrypt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
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

/**
 * Returns the hash that distinguishes requests with the same key. It is stored, so it is slow for bodies with passwords,
 * which could otherwise be guessed from it.
 */
export const bodyHashOf = async (
  route: Route,
  path: string,
  body: Uint8Array | string,
  key: string,
): Promise<string> => {
  const hash = createHash('sha256').update(`${route.method} ${path}\n`).update(body).digest()
  return (takesPassword(route) ? await slowHash(hash, key, hash.length) : hash).toString('base64url')
}

const slowHash = promisify<Buffer, string, number, Buffer>(scrypt)

const takesPassword = ({ body }: Route): boolean => {
  const { shape } = (body?.def ?? {}) as { shape?: object }
  return Object.keys(shape ?? {}).some((name) => /password/i.test(name))
}

/** Returns the reply for an error if it may be stored; rethrows other errors and those that ask for a retry. */
export const toStoredFailure = (error: unknown): StoredReply => {
  if (!(error instanceof AppError) || !isReplayable(error.status)) throw error
  if (error.retryAfterSeconds !== undefined) throw error
  const { status, body, headers } = toFailure(error)
  return { status, body, headers: headers ?? {} }
}
