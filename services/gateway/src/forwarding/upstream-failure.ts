import { AppError } from '@wp/kernel'

const neverSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_CLOSED',
  'UND_ERR_DESTROYED',
])
const timedOut = new Set(['UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT'])

/** The status a process returns for a request that was meant for another process. */
export const misdirectedStatus = 421

/** Thrown when another process now uses the replica's address and has not handled the request. */
export class Misdirected extends Error {}

/** Thrown when the service rejected the token of an API key, which may be outdated. */
export class TokenRejected extends Error {}

/**
 * Why an attempt failed. `unsent`: no bytes reached the service. `misdirected`: another process rejected the request.
 * `cut`: the connection broke, and the request may have been handled. `timeout`: the reply did not arrive in time.
 * `caller`: the rest of the body was too large or arrived too slowly. `rejected`: the service rejected the token of an
 * API key before it handled the request.
 */
export const failureKinds = ['unsent', 'misdirected', 'cut', 'timeout', 'caller', 'rejected'] as const
export type FailureKind = (typeof failureKinds)[number]

export const failureKind = (error: unknown): FailureKind => {
  if (error instanceof AppError) return 'caller'
  if (error instanceof Misdirected) return 'misdirected'
  if (error instanceof TokenRejected) return 'rejected'
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return 'cut'
  if (neverSent.has(code)) return 'unsent'
  return timedOut.has(code) ? 'timeout' : 'cut'
}

/** Returns the error for the caller after the last attempt has failed. */
export const failureReply = (kind: FailureKind, error: unknown): AppError => {
  if (kind === 'caller' && error instanceof AppError) return error
  if (kind === 'timeout')
    return new AppError('TIMEOUT', 'The service took too long to respond; try again', { cause: error })
  return unavailable(error)
}

export const unavailable = (cause?: unknown): AppError =>
  new AppError('UNAVAILABLE', 'This part of the platform is temporarily unavailable; try again', {
    cause,
    retryAfterSeconds: 1,
  })

/** Returns the error for requests that arrive before any service has published its routes. */
export const withoutRoutes = (): AppError =>
  new AppError('UNAVAILABLE', 'The platform is starting; try again', { retryAfterSeconds: 1 })
