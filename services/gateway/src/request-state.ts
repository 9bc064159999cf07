import type { IncomingMessage, ServerResponse } from 'node:http'
import type { CustomDomain } from '@wp/http'
import { newId } from '@wp/kernel'
import { isRequestId } from '@wp/telemetry'
import type { RateLimitStatus } from './limits/rate-limits.ts'

/** A request's id, client address, scheme and trace, as forwarded to the service. */
export type RequestOrigin = {
  requestId: string
  address: string
  isSecure: boolean
  /** The gateway's span. Undefined when tracing is off; the caller's header is then forwarded unchanged. */
  traceparent?: string | undefined
}

export type Domain = CustomDomain & { host: string }

export type RequestState = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly origin: RequestOrigin
  /** Includes the limit of the caller's API key once the key is known. */
  rate: RateLimitStatus
  readonly domain: Domain | null
  /** Exchanges the caller's API key again and puts the new token into the request; null without a key. */
  renewToken: (() => Promise<unknown>) | null
  /** The current attempt to forward the request, or its place in a queue; cancelled when the caller disconnects. */
  attempt: { cancel(): void } | null
  /**
   * Functions that release the request's share of the gateway's limits. They are called once, when the response has
   * closed.
   */
  readonly releases: (() => void)[]
}

/** Returns the request id sent by the caller if it is well formed, otherwise a new one. */
export const requestIdOf = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id']
  return isRequestId(given) ? given : newId()
}
