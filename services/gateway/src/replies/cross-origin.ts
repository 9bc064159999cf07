import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from 'cors'

export type CrossOrigin = (
  request: IncomingMessage,
  response: ServerResponse,
  /** The gateway's headers for a reply, as a flat list. */
  ownHeaders: () => (string | number)[],
) => 'answered' | 'continue'

/**
 * Allows the listed origins to send cookies or, when none are listed, any origin without cookies. Answers preflight
 * requests; requests without `Origin` are not affected.
 */
export const crossOrigin = (origins: string[]): CrossOrigin => {
  const handler = cors({
    origin: origins.length === 0 ? '*' : origins,
    credentials: origins.length > 0,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'idempotency-key',
      'if-none-match',
      'traceparent',
      'x-request-id',
    ],
    exposedHeaders: [
      'deprecation',
      'etag',
      'idempotency-replayed',
      'link',
      'ratelimit',
      'ratelimit-policy',
      'retry-after',
      'sunset',
      'x-request-id',
    ],
    maxAge: 600,
    optionsSuccessStatus: 204,
  })
  return (request, response, ownHeaders) => {
    if (request.headers.origin === undefined) return 'continue'
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (isPreflight) setAll(response, ownHeaders())
    let outcome: 'answered' | 'continue' = 'answered'
    // OPTIONS without preflight headers is an ordinary request, but the cors package would answer it.
    const seen =
      isPreflight || request.method !== 'OPTIONS' ? request : { headers: request.headers, method: 'GET' }
    handler(seen as IncomingMessage, response, () => {
      outcome = 'continue'
    })
    return outcome
  }
}

const setAll = (response: ServerResponse, list: (string | number)[]): void => {
  for (let i = 0; i < list.length; i += 2) response.setHeader(String(list[i]), list[i + 1]!)
}
