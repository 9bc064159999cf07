import { Metadata, type ServerUnaryCall } from '@grpc/grpc-js'
import { newId } from '@wp/kernel'
import type { RequestContext, Span } from '@wp/telemetry'
import { callerDisconnected } from './errors.ts'

const requestIdKey = 'x-request-id'
const traceKey = 'traceparent'
const serviceTokenKey = 'x-service-token'

/** Attributes for the spans of all calls. */
export const rpcAttributes = { 'rpc.system.name': 'grpc' }

/** Returns a call's metadata; the deadline is passed on as the gRPC timeout. */
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

/** Returns the caller's service token, if any. */
export const readServiceToken = (metadata: Metadata): string | undefined =>
  metadata.get(serviceTokenKey)[0]?.toString()

/**
 * The server-side request context of a call. A call without a request id gets a new one. `signal` aborts when the
 * caller disconnects or the deadline passes, and is created on first use.
 */
export class CallContext implements RequestContext {
  readonly requestId: string
  traceparent?: string
  readonly deadline: number | undefined
  #isCancelled = false
  #isAnswered = false
  #controller: AbortController | null = null

  constructor(call: ServerUnaryCall<unknown, unknown>) {
    this.requestId = call.metadata.get(requestIdKey)[0]?.toString() ?? newId()
    const traceparent = call.metadata.get(traceKey)[0]?.toString()
    if (traceparent !== undefined) this.traceparent = traceparent
    const leftMs = Number(call.getDeadline()) - Date.now()
    this.deadline = Number.isFinite(leftMs) ? performance.now() + leftMs : undefined
    call.on('cancelled', () => this.#cancel())
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#isCancelled) this.#controller.abort(callerDisconnected())
    }
    return this.#controller.signal
  }

  /** Marks the call as answered; later cancellations are ignored. */
  end(): void {
    this.#isAnswered = true
  }

  #cancel(): void {
    if (this.#isAnswered) return
    this.#isCancelled = true
    this.#controller?.abort(callerDisconnected())
  }
}
