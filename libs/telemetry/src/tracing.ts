import { setTimeout as delay } from 'node:timers/promises'
import { requestContext, type RequestContext } from './request-context.ts'
import { isTraceparent } from './traceparent.ts'
import type { Context, Span as OtelSpan, SpanKind, SpanStatusCode } from '@opentelemetry/api'

export type SpanAttributes = Record<string, string | number | boolean>

/** `server` answers a call, `client` makes one; `producer` and `consumer` are those of an event; `internal` is none of them. */
export type SpanRole = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export type SpanOptions = {
  role: SpanRole
  attributes?: SpanAttributes
  /** The trace it belongs to; that of the current request by default. Where there is none, a new trace begins. */
  parent?: unknown
}

/** Of an Error only its name is recorded, never its text; a string as it is. */
export type SpanOutcome = { error?: unknown; attributes?: SpanAttributes }

/** A span that has begun. */
export type Span = {
  /** What tells those who are called that they belong to it. */
  readonly traceparent: string
  end(outcome?: SpanOutcome): void
}

/** Running tracing; `close` sends what is still held. */
export type Tracing = { close(): Promise<void> }

/** Begins spans. What a service asks of others outside of any request, such as its heartbeat, is no trace: undefined. */
export type Tracer = { startSpan(name: string, options: SpanOptions): Span | undefined }

/** A receiver that does not answer must not hold up the end of a process. */
const sendMs = 2000
const everyMs = 1000

let active: Tracer | undefined

/** Undefined when tracing is off: `tracer()?.startSpan(…)` then does not even make its arguments. */
export const tracer = (): Tracer | undefined => active

/**
 * Sends spans to an OTLP endpoint over HTTP. Without an endpoint it does nothing and loads nothing. `ratio` is the share
 * of new traces that are sent; a trace that comes in keeps what its caller decided. One per process: a later start takes
 * over.
 */
export const startTracing = async (options: {
  service: string
  endpoint?: string | undefined
  ratio?: number
}): Promise<Tracing> => {
  if (!options.endpoint) return { close: async () => {} }
  const [api, sdk, { OTLPTraceExporter }, { resourceFromAttributes }] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ])
  const exporter = new OTLPTraceExporter({
    url: new URL('v1/traces', withSlash(options.endpoint)).href,
    timeoutMillis: sendMs,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio ?? 1) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: everyMs })],
  })
  const contextOf = (traceparent: unknown): Context =>
    isTraceparent(traceparent)
      ? api.trace.setSpanContext(api.ROOT_CONTEXT, {
          traceId: traceparent.slice(3, 35),
          spanId: traceparent.slice(36, 52),
          traceFlags: Number.parseInt(traceparent.slice(53), 16),
          isRemote: true,
        })
      : api.ROOT_CONTEXT
  const kinds: Record<SpanRole, SpanKind> = {
    internal: api.SpanKind.INTERNAL,
    server: api.SpanKind.SERVER,
    client: api.SpanKind.CLIENT,
    producer: api.SpanKind.PRODUCER,
    consumer: api.SpanKind.CONSUMER,
  }
  const inner = provider.getTracer(options.service)
  const own: Tracer = {
    startSpan: (name, given) => {
      const parent = 'parent' in given ? given.parent : requestContext.current()?.traceparent
      if (given.role === 'client' && !isTraceparent(parent)) return undefined
      const details = { attributes: given.attributes ?? {}, kind: kinds[given.role] }
      return toSpan(inner.startSpan(name, details, contextOf(parent)), api.SpanStatusCode.ERROR)
    },
  }
  active = own
  return {
    close: async () => {
      if (active === own) active = undefined
      // What cannot be sent is lost: it must not keep the service from ending well.
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, delay(sendMs, undefined, { ref: false })])
    },
  }
}

const toSpan = (span: OtelSpan, errorStatus: SpanStatusCode): Span => {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    end: (outcome) => {
      if (outcome?.attributes) span.setAttributes(outcome.attributes)
      if (outcome?.error !== undefined)
        span.setStatus({
          code: errorStatus,
          message: toMessage(outcome.error),
        })
      span.end()
    },
  }
}

/** Runs work in a context, as a span of the context's trace and as the parent of what it calls. */
export const runInSpan = async <Result>(
  context: RequestContext,
  name: string,
  options: Omit<SpanOptions, 'parent'>,
  work: () => Promise<Result>,
): Promise<Result> => {
  const span = active?.startSpan(name, { ...options, parent: context.traceparent })
  if (!span) return requestContext.run(context, work)
  try {
    const result = await requestContext.run({ ...context, traceparent: span.traceparent }, work)
    span.end()
    return result
  } catch (error) {
    span.end({ error })
    throw error
  }
}

const toMessage = (error: unknown): string =>
  error instanceof Error ? error.name : typeof error === 'string' ? error : 'unknown error'

const withSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)
