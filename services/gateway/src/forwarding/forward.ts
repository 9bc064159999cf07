import type { IncomingMessage, ServerResponse, IncomingHttpHeaders } from 'node:http'
import { AppError } from '@wp/kernel'
import type { Metrics } from '@wp/telemetry'
import type { Dispatcher } from 'undici'
import type { ReplicaAddress } from '../routing/route-table.ts'
import type { ForwardBody } from './body.ts'
import { failureKind, failureReply, unavailable, type FailureKind } from './failures.ts'
import { addReplyHeaders } from './headers.ts'
import type { Replica, Replicas } from './replicas.ts'

/** One request on its way to a service. */
export type Forwarding = {
  request: IncomingMessage
  response: ServerResponse
  path: string
  headers: string[]
  body: ForwardBody | null
  candidates: readonly ReplicaAddress[]
  /** Headers that the gateway adds to whatever reply comes; their names in `ownNames`. */
  ownHeaders: (name: IncomingHttpHeaders) => (string | number)[]
  ownNames: ReadonlySet<string>
  /** Called once with the error when no reply could be had and none has begun. */
  onFailure: (error: AppError) => void
}

export type Forwarder = (forwarding: Forwarding) => void

const maxAttempts = 3
const smallReply = 16 * 1024

/**
 * Sends a request to the least loaded replica and streams the reply back. A refused connection is tried elsewhere
 * whatever the method, since nothing was sent; a connection that broke before the reply is tried once more for GET and
 * HEAD. A reply with `Connection: close` sets its replica aside: it is draining.
 */
export const forwarder = (replicas: Replicas, maxInFlightPerReplica: number, metrics: Metrics): Forwarder => {
  const failures = metrics.counter(
    'gateway_upstream_failures_total',
    'Attempts that failed, by what became of them',
    ['upstream', 'kind'],
  )
  const retries = metrics.counter('gateway_upstream_retries_total', 'Requests that were tried once more', [
    'upstream',
  ])

  const attempt = (forwarding: Forwarding, number: number, tried?: ReadonlySet<string>): void => {
    const replica = replicas.choose(forwarding.candidates, tried)
    if (replica === null) return forwarding.onFailure(unavailable())
    if (replica.inFlight >= maxInFlightPerReplica) return forwarding.onFailure(busy())
    new Attempt(forwarding, replica, replicas, (error) => {
      const kind = failureKind(error)
      const upstream = replica.service
      failures.inc({ upstream, kind })
      if (kind === 'unsent' || kind === 'cut') replicas.setAside(replica)
      if (number === maxAttempts || !mayRepeat(kind, forwarding, number)) {
        return forwarding.onFailure(failureReply(kind, error))
      }
      retries.inc({ upstream })
      // A connection may break though its replica is well; where there is only one, it is asked again.
      const isOnlyOne = kind === 'cut' && forwarding.candidates.length === 1
      attempt(forwarding, number + 1, isOnlyOne ? tried : new Set([...(tried ?? []), replica.key]))
    }).start()
  }
  return (forwarding) => attempt(forwarding, 1)
}

const mayRepeat = (kind: FailureKind, { request, body }: Forwarding, number: number): boolean => {
  if (body !== null && 'flow' in body && body.hasBegun()) return false
  if (kind === 'unsent') return true
  return kind === 'cut' && number === 1 && (request.method === 'GET' || request.method === 'HEAD')
}

const busy = (): AppError =>
  new AppError('UNAVAILABLE', 'This part of the platform is busy; please try again', { retryAfterSeconds: 1 })

/** One try at one replica. */
class Attempt implements Dispatcher.DispatchHandler {
  readonly #forwarding: Forwarding
  readonly #replica: Replica
  readonly #replicas: Replicas
  readonly #onError: (error: unknown) => void
  #controller: Dispatcher.DispatchController | null = null
  #expectedBytes = -1
  #isOver = false

  constructor(
    forwarding: Forwarding,
    replica: Replica,
    replicas: Replicas,
    onError: (error: unknown) => void,
  ) {
    this.#forwarding = forwarding
    this.#replica = replica
    this.#replicas = replicas
    this.#onError = onError
  }

  start(): void {
    const { request, response, path, headers, body } = this.#forwarding
    this.#replica.inFlight += 1
    response.once('close', this.#onCallerGone)
    try {
      this.#replica.pool.dispatch(
        {
          path,
          method: request.method as Dispatcher.HttpMethod,
          headers,
          body: body === null ? null : 'whole' in body ? body.whole : (body.flow as never),
        },
        this,
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#forwarding.response.destroyed) controller.abort(gone())
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    const { response, ownHeaders, ownNames } = this.#forwarding
    if (headers.connection === 'close') this.#replicas.setAside(this.#replica)
    const list = ownHeaders(headers)
    addReplyHeaders(list, headers, ownNames)
    const length = headers['content-length']
    this.#expectedBytes = length === undefined ? -1 : Number(length)
    response.writeHead(status, list as never)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.#forwarding
    if (chunk.length === this.#expectedBytes) {
      // A small reply comes in one piece and leaves in one; as a string it goes out in the same write as its headers.
      if (chunk.length <= smallReply) response.end(chunk.toString('latin1'), 'latin1')
      else response.end(chunk)
    } else if (!response.write(chunk)) {
      controller.pause()
      response.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(): void {
    this.#finish()
    const { response } = this.#forwarding
    if (!response.writableEnded) response.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  readonly #onCallerGone = (): void => {
    if (!this.#isOver) this.#controller?.abort(gone())
  }

  #finish(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    this.#replica.inFlight -= 1
    this.#forwarding.response.off('close', this.#onCallerGone)
    return true
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return
    const { response } = this.#forwarding
    if (response.headersSent || response.destroyed) response.destroy()
    else this.#onError(error)
  }
}

const gone = (): Error => new Error('The caller has gone')
