import { setTimeout as delay } from 'node:timers/promises'
import { requestContext, type RequestContext } from './request-context.ts'
import { isTraceparent } from './traceparent.ts'
import type { Context, Span as OtelSpan, SpanKind, SpanStatusCode } from '@opentelemetry/api'

export type SpanAttributes = Record<string, string | number | boolean>

/** The OpenTelemetry span kind: `server` and `client` for calls, `producer` and `consumer` for events. */
export type SpanRole = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export type SpanOptions = {
  role: SpanRole
  attributes?: SpanAttributes
  /** The parent's traceparent; defaults to the current request's. Without a parent, a new trace begins. */
  parent?: unknown
}

/** If `error` is an Error, only its name is recorded, never its message. */
export type SpanOutcome = { error?: unknown; attributes?: SpanAttributes }

export type Span = {
  /** Passed to called services so that their spans become children of this one. */
  readonly traceparent: string
  end(outcome?: SpanOutcome): void
}

/** `close` sends the buffered spans. */
export type Tracing = { close(): Promise<void> }

/** Starts spans. Returns undefined for client calls outside a request, such as heartbeats. */
export type Tracer = { startSpan(name: string, options: SpanOptions): Span | undefined }

/** Limits how long an unresponsive receiver can delay shutdown. */
const sendTimeoutMs = 2000
const sendIntervalMs = 1000

let active: Tracer | undefined

/** Returns undefined when tracing is off, so that `tracer()?.startSpan(…)` does not evaluate its arguments. */
export const tracer = (): Tracer | undefined => active

/**
 * Starts sending spans to an OTLP endpoint over HTTP. Does nothing without an endpoint. `ratio` is the share of new
 * traces to sample; incoming traces keep the caller's decision. Each process has one tracer, which a later start
 * replaces.
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
    url: new URL('v1/traces', withTrailingSlash(options.endpoint)).href,
    timeoutMillis: sendTimeoutMs,
  })
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ 'service.name': options.service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(options.ratio ?? 1) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter, scheduledDelayMillis: sendIntervalMs })],
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
      // Spans that cannot be sent are dropped, so that they do not delay shutdown.
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, delay(sendTimeoutMs, undefined, { ref: false })])
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

/** Runs work in a request context, inside a span that is the parent of the calls made by the work. */
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

const withTrailingSlash = (address: string): string => (address.endsWith('/') ? address : `${address}/`)
