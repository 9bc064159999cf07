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

/** A process that is not the one a request names refuses it with this. */
export const misdirectedStatus = 421

/** Somebody else answers at the address of a replica, and has done nothing with the request. */
export class Misdirected extends Error {}

/**
 * What became of an attempt. `unsent`: no byte reached the service. `misdirected`: another process refused it. `cut`: the
 * connection broke, nobody knows how far it got.
 */
export type FailureKind = 'unsent' | 'misdirected' | 'cut' | 'timeout' | 'caller'

export const failureKind = (error: unknown): FailureKind => {
  if (error instanceof AppError) return 'caller'
  if (error instanceof Misdirected) return 'misdirected'
  const code = (error as { code?: unknown }).code
  if (typeof code !== 'string') return 'cut'
  if (neverSent.has(code)) return 'unsent'
  return timedOut.has(code) ? 'timeout' : 'cut'
}

/** The answer to the caller when no replica could give one. */
export const failureReply = (kind: FailureKind, error: unknown): AppError => {
  if (kind === 'caller' && error instanceof AppError) return error
  if (kind === 'timeout')
    return new AppError('TIMEOUT', 'The service took too long to answer; try again', { cause: error })
  return unavailable(error)
}

export const unavailable = (cause?: unknown): AppError =>
  new AppError('UNAVAILABLE', 'This part of the platform is not available right now; please try again', {
    cause,
    retryAfterSeconds: 1,
  })
