import { requestContext } from './request-context.ts'
import { isTraceparent } from './traceparent.ts'
import type { Context, Tracer } from '@opentelemetry/api'

export type SpanAttributes = Record<string, string | number | boolean>

/** Running tracing; `close` sends what is still held. */
export type Tracing = { close(): Promise<void> }

type ActiveTracer = {
  tracer: Tracer
  contextOf: (traceparent: string | undefined) => Context
  errorStatus: number
}

let active: ActiveTracer | undefined

/**
 * Sends spans to an OTLP endpoint over HTTP. Without an endpoint it does nothing and loads nothing. One per process: a
 * later start takes over.
 */
export const startTracing = async (options: {
  service: string
  endpoint?: string | undefined
}): Promise<Tracing> => {
  if (!options.endpoint) return { close: async () => {} }
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', withSlash(options.endpoint)).href })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  })
  const contextOf = (traceparent: string | undefined): Context =>
    isTraceparent(traceparent)
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
          traceId: traceparent.slice(3, 35),
          spanId: traceparent.slice(36, 52),
          traceFlags: Number.parseInt(traceparent.slice(53), 16),
          isRemote: true,
        })
      : api.ROOT_CONTEXT
  const own: ActiveTracer = {
    tracer: provider.getTracer(options.service),
    contextOf,
    errorStatus: api.SpanStatusCode.ERROR,
  }
  active = own
  return {
    close: async () => {
      if (active === own) active = undefined
      await provider.shutdown()
    },
  }
}

/** Runs work as a span of the current request's trace, and as the parent of what it calls. Free when tracing is off. */
export const withSpan = async <Result>(
  name: string,
  attributes: SpanAttributes,
  work: () => Promise<Result>,
): Promise<Result> => {
  if (!active) return work()
  const { tracer, contextOf, errorStatus } = active
  const context = requestContext.current()
  const span = tracer.startSpan(name, { attributes }, contextOf(context?.traceparent))
  const { traceId, spanId, traceFlags } = span.spanContext()
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`
  try {
    return await requestContext.run(
      { ...context, requestId: context?.requestId ?? traceId, traceparent },
      work,
    )
  } catch (error) {
    span.setStatus({ code: errorStatus, message: error instanceof Error ? error.name : 'unknown error' })
    throw error
  } finally {
    span.end()
  }
}

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)
