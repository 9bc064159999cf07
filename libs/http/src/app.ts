import type { AppError, IdempotencyStore } from '@wp/kernel'
import type { Logger, Metrics, Span, SpanOutcome } from '@wp/telemetry'
import { requestContext, tracer } from '@wp/telemetry'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AccessDeps } from './access-check.ts'
import { deprecationHeaders } from './deprecation.ts'
import { HttpContext } from './http-context.ts'
import { expressApp } from './express-app.ts'
import type { ServerClasses } from './express-app.ts'
import { toFailure } from './failure.ts'
import type { BoundRoute } from './handle.ts'
import { createMatcher } from './matcher.ts'
import { methodNotAllowed, noSuchPath } from './path-errors.ts'
import { toSetCookie, etagOf, matchesEtag, writeBody } from './response.ts'
import type { Headers } from './response.ts'
import { createPipeline } from './pipeline.ts'
import type { OnRecordOmitted, ShapedReply } from './shaped-reply.ts'
import { requestMeter } from './request-meter.ts'
import type { RequestMeter } from './request-meter.ts'
import { failsOf } from './route.ts'
import type { Route } from './route.ts'
import { createUploadBudget, uploadLimits } from './upload-budget.ts'
import type { UploadLimits } from './upload-budget.ts'

type Routes = readonly (BoundRoute | readonly BoundRoute[])[]

export type AppOptions = AccessDeps & {
  readonly service: string
  readonly routes: Routes
  readonly idempotency?: IdempotencyStore
  readonly logger: Logger
  readonly metrics: Metrics
  /** The time that a request has for database operations and calls to other services; 15 s by default. */
  readonly timeoutMs?: number
  readonly uploadLimits?: UploadLimits
}

export type App = { readonly listener: RequestListener; readonly classes: ServerClasses }

type Mounted = {
  readonly route: Route
  readonly run: (context: HttpContext, params: readonly string[]) => Promise<ShapedReply>
  readonly meter: RequestMeter
  readonly headers: readonly (readonly [string, string])[]
  readonly declared: ReadonlySet<number>
}

/**
 * Returns a service's HTTP app for `http.createServer(app.classes, app.listener)`. Throws when two routes have the same
 * method and path, or when a route takes idempotency keys without a store. A failure before the reply begins is
 * answered with the platform's error envelope.
 */
export const createApp = (options: AppOptions): App => {
  const { logger, timeoutMs = 15_000 } = options
  const meters = requestMeter(options.metrics)
  const matcher = createMatcher<Mounted>()
  const omitted = options.metrics.counter(
    'http_records_left_out_total',
    'Records omitted from lists because they do not match the reply schema, by route',
    ['route'],
  )
  const uploads = createUploadBudget(options.uploadLimits ?? uploadLimits, options.metrics)
  const onRecordOmitted: OnRecordOmitted = ({ id: route }, id, issues) => {
    omitted.inc({ route })
    logger.error({ route, id, issues }, 'record does not match the reply schema; omitting it from the list')
  }
  for (const bound of options.routes.flat() as BoundRoute[]) {
    const { route } = bound
    const idempotency = options.idempotency ?? null
    const run = createPipeline(bound, { ...options, idempotency, onRecordOmitted, uploads })
    const mounted = {
      route,
      run,
      meter: meters(route.id),
      headers: fixedHeaders(route),
      declared: new Set(failsOf(route)),
    }
    const existing = matcher.add(route.method, route.path, mounted)
    if (existing)
      throw new TypeError(
        `${route.id} and ${existing.route.id} both have the path ${route.method} ${route.path}`,
      )
  }
  const unmatched = meters('unmatched')

  const serve = async (
    context: HttpContext,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const started = performance.now()
    const match = matcher.match(request.method!, context.path)
    const mounted = match.kind === 'found' ? match.value : null
    const span = startRequestSpan(context, request, mounted)
    let status: number
    try {
      if (match.kind !== 'found') throw pathError(match)
      const reply = await match.value.run(context, match.params)
      status = reply.status
      const sent = send(context, response, match.value.route, reply, baseHeaders(context, mounted))
      if (typeof sent === 'number') status = sent
      else await sent
    } catch (error) {
      const failure = toFailure(error, { showCause: mounted?.route.showCause === true })
      status = isCallerGone(response, error) ? callerGone : failure.status
      if (status !== callerGone) logFailure(logger, error, status, mounted)
      // Discards all headers set so far: the failed reply may have set headers that cannot be sent.
      const headers = Object.assign(baseHeaders(context, mounted), failure.headers)
      if (match.kind === 'method') headers.allow = match.allow
      if (response.headersSent) response.destroy()
      else if (status !== callerGone) await writeBody(response, status, failure.body, headers)
    } finally {
      context.onAnswered?.()
    }
    const seconds = (performance.now() - started) / 1000
    ;(mounted?.meter ?? unmatched)(status, seconds)
    span?.end(toSpanOutcome(status))
    logRequest(logger, request, mounted?.route ?? null, status, seconds)
  }

  return expressApp((request, response) => {
    const context = new HttpContext(request, response, timeoutMs)
    requestContext
      .run(context, () => serve(context, request, response))
      .catch((error: unknown) => {
        logger.error({ err: error }, 'failed to send an error reply; closing the connection')
        response.destroy()
      })
  })
}

const startRequestSpan = (
  context: HttpContext,
  request: IncomingMessage,
  mounted: Mounted | null,
): Span | undefined => {
  const span = tracer()?.startSpan(`${request.method} ${mounted?.route.path ?? 'unmatched'}`, {
    role: 'server',
    parent: context.headers.traceparent,
    attributes: { 'wp.route': mounted?.route.id ?? 'unmatched', 'http.request.method': request.method! },
  })
  if (span) context.traceparent = span.traceparent
  return span
}

const baseHeaders = (context: HttpContext, mounted: Mounted | null): Headers => {
  const headers: Headers = { 'x-request-id': context.requestId, 'cache-control': 'no-store' }
  if (mounted) for (const [name, value] of mounted.headers) headers[name] = value
  return headers
}

const pathError = (match: { kind: 'method'; allow: string } | { kind: 'none' }): AppError =>
  match.kind === 'none' ? noSuchPath() : methodNotAllowed(match.allow)

const fixedHeaders = (route: Route): [string, string][] => [
  ...(route.deprecated ? deprecationHeaders(route.deprecated) : []),
  ...(Object.values(route.replies).some(Array.isArray) ? [['vary', 'Accept'] as [string, string]] : []),
]

/** Returns the outcome of a request for its span. Only 5xx statuses count as errors. */
export const toSpanOutcome = (status: number): SpanOutcome => ({
  attributes: { 'http.response.status_code': status },
  ...(status >= 500 && { error: `status ${status}` }),
})

/** Sends a reply and returns its status; for a stream, returns a promise that resolves when the stream ends. */
const send = (
  context: HttpContext,
  response: ServerResponse,
  route: Route,
  reply: ShapedReply,
  headers: Headers,
): number | Promise<void> => {
  if (route.cache && reply.status < 400) headers['cache-control'] = route.cache
  if (reply.headers) Object.assign(headers, reply.headers)
  if (reply.cookies) headers['set-cookie'] = reply.cookies.map(toSetCookie)
  const etag = route.etag && reply.status === 200 ? etagOf(reply.body) : null
  if (etag !== null) {
    headers.etag = etag
    if (matchesEtag(context.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end()
      return 304
    }
  }
  return writeBody(response, reply.status, reply.body, headers) ?? reply.status
}

/** Used only in metrics and logs: the caller disconnected before the reply was complete. */
export const callerGone = 499

/** A reply whose own source failed is destroyed too, but with the error of the source. */
const isCallerGone = (response: ServerResponse, error: unknown): boolean =>
  response.headersSent
    ? (error as NodeJS.ErrnoException | null)?.code === 'ERR_STREAM_PREMATURE_CLOSE'
    : response.destroyed

const logFailure = (logger: Logger, error: unknown, status: number, mounted: Mounted | null): void => {
  const route = mounted?.route.id
  if (status >= 500) logger.error({ err: error, route }, 'request failed')
  else if (mounted && !mounted.declared.has(status))
    logger.warn({ err: error, route, status }, 'route answered with an undeclared failure status')
}

// Successes are logged at debug level, because writing a line costs as much as serving the request. Path and query are
// not logged because they may contain secrets.
const logRequest = (
  logger: Logger,
  request: IncomingMessage,
  route: Route | null,
  status: number,
  seconds: number,
): void => {
  const level = status < 400 ? 'debug' : 'info'
  if (!logger.isLevelEnabled(level)) return
  const ms = Math.round(seconds * 10_000) / 10
  logger[level]({ route: route?.id ?? 'unmatched', method: request.method, status, ms }, 'request')
}
