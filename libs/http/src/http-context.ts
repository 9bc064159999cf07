import type { Principal } from '@wp/auth'
import type { Id } from '@wp/kernel'
import { isRequestId, isTraceparent, newTraceparent } from '@wp/telemetry'
import type { RequestContext } from '@wp/telemetry'
import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { WorkspaceView } from './workspace-view.ts'

/**
 * The state of a request. Handlers receive it as their request; logs and calls to other services use it as their
 * context. Rarely used values (cookies, signal, ip) are computed on first use.
 */
export class HttpContext implements RequestContext {
  readonly requestId: string
  readonly deadline: number
  readonly headers: IncomingHttpHeaders
  readonly path: string
  readonly search: string
  params: Record<string, unknown> = noValues
  query: Record<string, unknown> = noValues
  body: unknown = undefined
  principal: Principal | null = null
  workspaceId: Id | undefined = undefined
  accountId: Id | undefined = undefined
  workspace: WorkspaceView | null = null
  idempotencyKey: string | null = null
  /** The result of the route's `prepare`. */
  prepared: unknown = undefined
  /** Called after the reply has been sent, to release the request's resources. */
  onAnswered: (() => void) | null = null
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  #controller: AbortController | null = null
  #cookies: Record<string, string> | null = null
  #traceparent: string | null = null

  constructor(request: IncomingMessage, response: ServerResponse, timeoutMs: number) {
    this.#request = request
    this.#response = response
    this.headers = request.headers
    const given = this.headers['x-request-id']
    this.requestId = isRequestId(given) ? given : randomUUID()
    this.deadline = performance.now() + timeoutMs
    const url = request.url!
    const question = url.indexOf('?')
    this.path = question === -1 ? url : url.slice(0, question)
    this.search = question === -1 ? '' : url.slice(question + 1)
  }

  get incoming(): IncomingMessage {
    return this.#request
  }

  /** The last X-Forwarded-For address, which the gateway sets itself; without a gateway, the socket's address. */
  get ip(): string {
    const forwarded = this.headers['x-forwarded-for']
    const last = typeof forwarded === 'string' ? forwarded.slice(forwarded.lastIndexOf(',') + 1).trim() : ''
    return last || (this.#request.socket.remoteAddress ?? '')
  }

  get traceparent(): string {
    const given = this.headers.traceparent
    this.#traceparent ??= isTraceparent(given) ? given : newTraceparent()
    return this.#traceparent
  }

  /** Makes the spans of later calls children of this request's span. */
  set traceparent(value: string) {
    this.#traceparent = value
  }

  get userAgent(): string {
    return this.headers['user-agent'] ?? ''
  }

  get cookies(): Readonly<Record<string, string>> {
    this.#cookies ??= readCookies(this.headers.cookie)
    return this.#cookies
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      const controller = new AbortController()
      const response = this.#response
      const stop = (): void => {
        if (!response.writableFinished) controller.abort()
      }
      if (response.destroyed) stop()
      else response.once('close', stop)
      this.#controller = controller
    }
    return this.#controller.signal
  }
}

const noValues: Record<string, unknown> = Object.freeze({})

const readCookies = (header: string | undefined): Record<string, string> => {
  const cookies: Record<string, string> = Object.create(null)
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=')
    if (equals === -1) continue
    const name = part.slice(0, equals).trim()
    const value = part.slice(equals + 1).trim()
    cookies[name] ??= decodeCookie(value)
  }
  return cookies
}

const decodeCookie = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
