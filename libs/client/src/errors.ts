import type { ErrorCode } from './areas/errors.ts'
import type { Result } from './request.ts'

export type ErrorDetail = { path: string; message: string }

/** A failure that the platform answered. `code` is for programs, `message` for people, `details` name the fields. */
export class ApiError extends Error {
  readonly status: number
  /** Newer versions of the platform may answer codes that this one does not know. */
  readonly code: ErrorCode | (string & {})
  readonly details: readonly ErrorDetail[]
  /** Names the request in the logs of the platform. */
  readonly requestId: string | null
  readonly retryAfterSeconds: number | null

  constructor({ status, body, headers }: Result) {
    const { code = `HTTP_${status}`, message, details = [] } = envelopeOf(body)
    super(message ?? `The platform answered ${status}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = headers.get('x-request-id')
    this.retryAfterSeconds = secondsOf(headers.get('retry-after'), Date.now())
  }
}

/** There was no reply: the platform could not be reached, or not in time. Whether the call had an effect is unknown. */
export class ConnectionError extends Error {
  constructor(address: string, cause: unknown) {
    super(`No reply from ${address}`, { cause })
    this.name = 'ConnectionError'
  }
}

type Envelope = { code?: string; message?: string; details?: ErrorDetail[] }

const envelopeOf = (body: unknown): Envelope =>
  (typeof body === 'object' && body && 'error' in body && (body.error as Envelope | null)) || {}

/** `Retry-After` as seconds from now: it is a number of them, or a date. */
export const secondsOf = (retryAfter: string | null, nowMs: number): number | null => {
  if (!retryAfter) return null
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  const seconds = (Date.parse(retryAfter) - nowMs) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, seconds)
}
