import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { toFailure } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { RequestState } from '../request-state.ts'

/** Writes replies: adds the gateway's headers to each one and sends the gateway's own bodies and errors. */
export type Replies = {
  /** The gateway's headers for a reply, as a flat list, without security headers that the service has set itself. */
  ownHeaders(state: RequestState, theirs: IncomingHttpHeaders | null): (string | number)[]
  readonly ownNames: ReadonlySet<string>
  send(state: RequestState, status: number, body: string | Buffer, headers: (string | number)[]): void
  /** Sends the error envelope. Logs errors that are not an AppError and answers them with 500. */
  fail(state: RequestState, error: unknown, headers?: (string | number)[]): void
}

const maxDrainBytes = 32 * 1024 * 1024

/** A JSON document has no links, and its Content-Security-Policy already keeps it out of frames. */
const onlyForPages = new Set(['referrer-policy', 'x-frame-options'])

const isJson = (headers: IncomingHttpHeaders | null): boolean =>
  headers?.['content-type']?.startsWith('application/json') === true

export const createReplies = (security: [name: string, value: string][], logger: Logger): Replies => {
  const securityOfJson = security.filter(([name]) => !onlyForPages.has(name))
  const ownHeaders: Replies['ownHeaders'] = ({ origin, rate }, theirs) => {
    const list: (string | number)[] = [
      'x-request-id',
      origin.requestId,
      'ratelimit',
      rate.state,
      'ratelimit-policy',
      rate.policy,
    ]
    for (const [name, value] of isJson(theirs) ? securityOfJson : security)
      if (theirs?.[name] === undefined) list.push(name, value)
    return list
  }
  const send: Replies['send'] = (state, status, body, headers) => {
    const { request, response } = state
    if (response.headersSent || response.destroyed) return
    const list = ownHeaders(state, toNames(headers))
    list.push(...headers, 'content-length', Buffer.byteLength(body))
    if (!request.complete && (status === 408 || !isWorthDraining(request))) list.push('connection', 'close')
    response.writeHead(status, list as never)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  return {
    ownHeaders,
    ownNames: new Set(['x-request-id', 'ratelimit', 'ratelimit-policy']),
    send,
    fail: (state, error, headers = []) => {
      if (state.response.destroyed) return
      const failure = toFailure(error)
      if (!(error instanceof AppError))
        logger.error(
          { err: error, requestId: state.origin.requestId },
          'failed to handle a request; the caller received a 500',
        )
      const list: (string | number)[] = ['content-type', 'application/json; charset=utf-8', ...headers]
      for (const [name, value] of Object.entries(failure.headers ?? {})) list.push(name, value)
      send(state, failure.status, JSON.stringify(failure.body), list)
    },
  }
}

const toNames = (headers: readonly (string | number)[]): IncomingHttpHeaders =>
  Object.fromEntries(headers.flatMap((name, at) => (at % 2 === 0 ? [[name, String(headers[at + 1])]] : [])))

/** Returns whether the request body is known to be small enough to read the rest and keep the connection open. */
const isWorthDraining = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] === undefined &&
  Number(request.headers['content-length'] ?? 0) <= maxDrainBytes
