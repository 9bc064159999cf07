import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { toFailure } from '@wp/http'
import { AppError } from '@wp/kernel'
import type { Logger } from '@wp/telemetry'
import type { Provenance } from '../forwarding/headers.ts'
import type { RateVerdict } from '../limits/rate-limits.ts'

/** One request at the gateway and what is known about it so far. */
export type Visit = {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly from: Provenance
  readonly rate: RateVerdict
  /** The attempt that is under way at a service, to be cancelled when the caller goes. */
  attempt: { cancel(): void } | null
}

export type Replies = {
  /** The headers that the gateway puts on a reply, as a flat list; those that the service sets itself are left to it. */
  own(visit: Visit, theirs: IncomingHttpHeaders | null): (string | number)[]
  readonly ownNames: ReadonlySet<string>
  send(visit: Visit, status: number, body: string | Buffer, headers: (string | number)[]): void
  /** Answers with the error's envelope. */
  fail(visit: Visit, error: unknown, headers?: (string | number)[]): void
}

const largestDump = 16 * 1024 * 1024

export const replies = (security: [name: string, value: string][], logger: Logger): Replies => {
  const own: Replies['own'] = ({ from, rate }, theirs) => {
    const list: (string | number)[] = [
      'x-request-id',
      from.requestId,
      'ratelimit',
      rate.state,
      'ratelimit-policy',
      rate.policy,
    ]
    for (const [name, value] of security) if (theirs?.[name] === undefined) list.push(name, value)
    return list
  }
  const send: Replies['send'] = (visit, status, body, headers) => {
    const { request, response } = visit
    if (response.headersSent || response.destroyed) return
    const list = own(visit, null)
    list.push(...headers, 'content-length', Buffer.byteLength(body))
    if (!request.complete && !isSoonOver(request)) list.push('connection', 'close')
    response.writeHead(status, list as never)
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  return {
    own,
    ownNames: new Set(['x-request-id', 'ratelimit', 'ratelimit-policy']),
    send,
    fail: (visit, error, headers = []) => {
      if (visit.response.destroyed) return
      const failure = toFailure(error)
      if (!(error instanceof AppError))
        logger.error({ err: error, requestId: visit.from.requestId }, 'a request failed')
      const list: (string | number)[] = ['content-type', 'application/json; charset=utf-8', ...headers]
      for (const [name, value] of Object.entries(failure.headers ?? {})) list.push(name, value)
      send(visit, failure.status, JSON.stringify(failure.body), list)
    },
  }
}

/** Whether what is left of the request's body is worth reading to keep the connection. */
const isSoonOver = (request: IncomingMessage): boolean =>
  request.headers['transfer-encoding'] === undefined &&
  Number(request.headers['content-length'] ?? 0) <= largestDump
