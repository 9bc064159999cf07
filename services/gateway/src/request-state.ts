import type { IncomingMessage, ServerResponse } from 'node:http'
import { newId } from '@wp/kernel'
import { isRequestId } from '@wp/telemetry'
import type { RateLimitStatus } from './limits/rate-limits.ts'

/** Where a request comes from, as the gateway tells it to the service. */
export type RequestOrigin = {
  requestId: string
  address: string
  isSecure: boolean
  /** The gateway's own span; without one the caller's word goes on. */
  traceparent?: string | undefined
}

/** The custom domain that a request came in on, and the store that it serves. */
export type Domain = { host: string; slug: string }

/** One request at the gateway and what is known about it so far. */
export type RequestState = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly origin: RequestOrigin
  readonly rate: RateLimitStatus
  readonly domain: Domain | null
  /** The attempt that is under way at a service, to be cancelled when the caller goes. */
  attempt: { cancel(): void } | null
}

/** The request's own id if it is well formed, else a new one. */
export const requestIdOf = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id']
  return isRequestId(given) ? given : newId()
}
