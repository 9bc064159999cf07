import type { ErrorCode } from './areas/errors.ts'
import type { Result } from './request.ts'

export type ErrorDetail = { path: string; message: string }

/** An error reply from the platform, with a `code` for programs, a `message` for people and `details` by field. */
export class ApiError extends Error {
  readonly status: number
  /** Newer versions of the platform may return codes that are not listed. */
  readonly code: ErrorCode | (string & {})
  readonly details: readonly ErrorDetail[]
  /** Identifies the request in the platform's logs. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor({ status, body, headers }: Result) {
    const { code = `HTTP_${status}`, message, details = [] } = envelopeOf(body)
    super(message ?? `The platform returned status ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = headers.get('x-request-id')
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'), Date.now())
  }
}

/** Thrown when the connection fails or no reply arrives in time. The call may or may not have been applied. */
export class ConnectionError extends Error {
  constructor(address: string, cause: unknown) {
    super(`No reply from ${address}`, { cause })
    this.name = 'ConnectionError'
  }
}

type Envelope = { code?: string; message?: string; details?: ErrorDetail[] }

const envelopeOf = (body: unknown): Envelope =>
  (typeof body === 'object' && body && 'error' in body && (body.error as Envelope | null)) || {}

/** Returns the number of seconds to wait according to `Retry-After`, which contains seconds or a date. */
export const secondsOf = (retryAfter: string | null, nowMs: number): number | null => {
  if (!retryAfter) return null
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const seconds = (Date.parse(retryAfter) - nowMs) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
