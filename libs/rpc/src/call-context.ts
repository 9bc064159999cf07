import { Metadata, type ServerUnaryCall } from '@grpc/grpc-js'
import { newId } from '@wp/kernel'
import type { RequestContext, Span } from '@wp/telemetry'
import { callerGone } from './errors.ts'

const requestIdKey = 'x-request-id'
const traceKey = 'traceparent'
const serviceTokenKey = 'x-service-token'

/** Of every span of a call. */
export const rpcAttributes = { 'rpc.system.name': 'grpc' }

/** What goes along with a call; the deadline travels as gRPC's own timeout. */
export const toMetadata = (
  context: RequestContext | undefined,
  serviceToken: string | undefined,
  span: Span | undefined,
): Metadata => {
  const metadata = new Metadata()
  if (serviceToken !== undefined) metadata.set(serviceTokenKey, serviceToken)
  if (context !== undefined) metadata.set(requestIdKey, context.requestId)
  const traceparent = span?.traceparent ?? context?.traceparent
  if (traceparent !== undefined) metadata.set(traceKey, traceparent)
  return metadata
}

/** The proof of who calls, if there is one. */
export const readServiceToken = (metadata: Metadata): string | undefined =>
  metadata.get(serviceTokenKey)[0]?.toString()

/**
 * What a server knows of the request that a call belongs to; a call from outside any request gets an id here. `signal`
 * aborts when the caller gives up or the deadline passes, and is made only for those who ask for it.
 */
export class CallContext implements RequestContext {
  readonly requestId: string
  traceparent?: string
  readonly deadline: number | undefined
  #isCancelled = false
  #isOver = false
  #controller: AbortController | null = null

  constructor(call: ServerUnaryCall<unknown, unknown>) {
    this.requestId = call.metadata.get(requestIdKey)[0]?.toString() ?? newId()
    const traceparent = call.metadata.get(traceKey)[0]?.toString()
    if (traceparent !== undefined) this.traceparent = traceparent
    const deadline = Number(call.getDeadline())
    this.deadline = Number.isFinite(deadline) ? deadline : undefined
    call.on('cancelled', () => this.#cancel())
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#isCancelled) this.#controller.abort(callerGone())
    }
    return this.#controller.signal
  }

  /** The answer is on its way: what happens to the call from now on stops no work. */
  end(): void {
    this.#isOver = true
  }

  #cancel(): void {
    if (this.#isOver) return
    this.#isCancelled = true
    this.#controller?.abort(callerGone())
  }
}
