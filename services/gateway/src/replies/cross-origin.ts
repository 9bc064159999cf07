import type { IncomingMessage, ServerResponse } from 'node:http'
import { AppError } from '@wp/kernel'
import { originRefusal } from '@wp/runtime'
import type { AllowedOrigins } from '@wp/runtime'
import cors from 'cors'

export type CrossOrigin = (
  request: IncomingMessage,
  response: ServerResponse,
  /** The gateway's headers for a reply, as a flat list. */
  ownHeaders: () => (string | number)[],
) => 'answered' | 'continue'

/**
 * Allows pages of trusted origins to call with cookies and, if all origins are allowed, others without cookies. Other
 * pages get FORBIDDEN in a reply that they can read. Answers preflight requests; requests without `Origin` are not
 * affected.
 */
export const crossOrigin = (origins: AllowedOrigins): CrossOrigin => {
  const trusted = cors({ ...policy, origin: true, credentials: true })
  const readable = cors({ ...policy, origin: '*' })
  return (request, response, ownHeaders) => {
    const { origin } = request.headers
    if (origin === undefined) return 'continue'
    const isTrusted = origins.isTrusted(request.headers)
    const isPreflight =
      request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
    if (!isTrusted && !origins.allowsAll && !isPreflight && !isScripted(request)) return 'continue'
    if (isPreflight) setAll(response, ownHeaders())
    let outcome: 'answered' | 'continue' = 'answered'
    // OPTIONS without preflight headers is an ordinary request, but the cors package would answer it.
    const seen =
      isPreflight || request.method !== 'OPTIONS' ? request : { headers: request.headers, method: 'GET' }
    const handler = isTrusted ? trusted : readable
    handler(seen as IncomingMessage, response, () => {
      outcome = 'continue'
    })
    if (isTrusted || origins.allowsAll || isPreflight) return outcome
    throw new AppError('FORBIDDEN', originRefusal)
  }
}

/**
 * Returns whether a script sent the request. Forms and links of other pages need no permission, and the forms of our
 * own pages can have the origin `null`, because these pages send no referrer.
 */
const isScripted = ({ headers }: IncomingMessage): boolean => {
  const mode = headers['sec-fetch-mode']
  return mode === undefined ? headers.origin !== 'null' : mode === 'cors'
}

const policy = {
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
}

const setAll = (response: ServerResponse, list: (string | number)[]): void => {
  for (let i = 0; i < list.length; i += 2) response.setHeader(String(list[i]), list[i + 1]!)
}
