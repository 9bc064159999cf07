import type { IncomingHttpHeaders } from 'node:http'
import { instanceHeader } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { Dispatcher } from 'undici'
import type { Replies } from '../replies/replies.ts'
import type { ForwardedRequest } from './forwarded-request.ts'
import { addReplyHeaders } from './headers.ts'
import type { Replica, Replicas } from './replicas.ts'
import { Misdirected, misdirectedStatus, TokenRejected } from './upstream-failure.ts'

/**
 * Shared by all attempts. `onError` is called for failures that happen before the reply has started, unless the caller
 * has disconnected, and `onEnd` when the attempt has given its slot back.
 */
export type AttemptDeps = {
  replicas: Replicas
  replies: Replies
  clock: Clock
  onError: (attempt: Attempt, error: unknown) => void
  onEnd: (attempt: Attempt) => void
}

const smallReply = 16 * 1024

/**
 * One attempt to forward a request to one replica. undici calls its `on…` methods, which pass the reply to the
 * caller.
 */
export class Attempt implements Dispatcher.DispatchHandler {
  readonly forwarded: ForwardedRequest
  readonly replica: Replica
  readonly number: number
  readonly tried: ReadonlySet<string> | undefined
  readonly #deps: AttemptDeps
  #controller: Dispatcher.DispatchController | null = null
  #expectedBytes = -1
  #isOver = false

  constructor(
    deps: AttemptDeps,
    forwarded: ForwardedRequest,
    replica: Replica,
    number: number,
    tried: ReadonlySet<string> | undefined,
  ) {
    this.#deps = deps
    this.forwarded = forwarded
    this.replica = replica
    this.number = number
    this.tried = tried
  }

  start(now: number): void {
    const { state, path, headers, body, caller, lane } = this.forwarded
    const { pool, load } = this.replica.lanes[lane]
    load.begin(this, now, body !== null && 'stream' in body, caller.key)
    state.attempt = this
    try {
      pool.dispatch(
        {
          path,
          method: state.request.method as Dispatcher.HttpMethod,
          headers: headers.concat(instanceHeader, this.replica.key),
          body: body === null ? null : 'buffer' in body ? body.buffer : (body.stream as never),
        },
        this,
      )
    } catch (error) {
      this.#fail(error)
    }
  }

  /** Cancels the upstream request because the caller has disconnected. */
  cancel(): void {
    if (!this.#isOver) this.#controller?.abort(callerGone())
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.forwarded.state.response.destroyed) controller.abort(callerGone())
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: IncomingHttpHeaders,
  ): void {
    if (status < 200) return
    if (status === misdirectedStatus) return controller.abort(new Misdirected())
    if (status === 401 && this.#canRenewToken()) return controller.abort(new TokenRejected())
    const { replicas, replies, clock } = this.#deps
    const { state, lane } = this.forwarded
    this.replica.lanes[lane].load.answer(this, clock.monotonicMs())
    if (headers.connection === 'close') replicas.setAside(this.replica)
    const list = replies.ownHeaders(state, headers)
    addReplyHeaders(list, headers, replies.ownNames)
    const length = headers['content-length']
    this.#expectedBytes = length === undefined ? -1 : Number(length)
    state.response.writeHead(status, list as never)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { response } = this.forwarded.state
    if (chunk.length === this.#expectedBytes) {
      // A small reply usually arrives in one chunk. Sent as a string, it goes out in the same write as its headers.
      if (chunk.length <= smallReply) response.end(chunk.toString('latin1'), 'latin1')
      else response.end(chunk)
    } else if (!response.write(chunk)) {
      controller.pause()
      response.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(): void {
    this.#finish()
    const { response } = this.forwarded.state
    if (!response.writableEnded) response.end()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#fail(error)
  }

  #canRenewToken(): boolean {
    const { renewHeaders, body } = this.forwarded
    return renewHeaders !== null && (body === null || 'buffer' in body)
  }

  #finish(): boolean {
    if (this.#isOver) return false
    this.#isOver = true
    const { lane, caller } = this.forwarded
    this.replica.lanes[lane].load.end(this, caller.key)
    this.#deps.onEnd(this)
    return true
  }

  #fail(error: unknown): void {
    if (!this.#finish()) return
    const { response } = this.forwarded.state
    if (response.headersSent || response.destroyed) response.destroy()
    else this.#deps.onError(this, error)
  }
}

const callerGone = (): Error => new Error('The caller has disconnected')
