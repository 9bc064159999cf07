import { Metadata } from '@grpc/grpc-js'
import { newId } from '@wp/kernel'
import type { RequestContext } from '@wp/telemetry'

const requestIdKey = 'x-request-id'
const traceKey = 'traceparent'

/** What goes along with a call; the deadline travels as gRPC's own timeout. */
export const contextMetadata = (context: RequestContext | undefined): Metadata => {
  const metadata = new Metadata()
  if (context === undefined) return metadata
  metadata.set(requestIdKey, context.requestId)
  if (context.traceparent !== undefined) metadata.set(traceKey, context.traceparent)
  return metadata
}

/** What a server knows of the request that a call belongs to; a call from outside any request gets an id here. */
export const contextOf = (metadata: Metadata, deadline: number, signal: AbortSignal): RequestContext => {
  const requestId = metadata.get(requestIdKey)[0]?.toString() ?? newId()
  const traceparent = metadata.get(traceKey)[0]?.toString()
  return {
    requestId,
    signal,
    ...(traceparent !== undefined && { traceparent }),
    ...(Number.isFinite(deadline) && { deadline }),
  }
}
