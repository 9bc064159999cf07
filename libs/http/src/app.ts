import { AppError } from '@wp/kernel'
import type { Logger, Metrics } from '@wp/telemetry'
import { requestContext } from '@wp/telemetry'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { AccessParts } from './access-check.ts'
import { deprecationHeaders } from './deprecation.ts'
import { Exchange } from './exchange.ts'
import { expressApp } from './express-app.ts'
import type { ServerClasses } from './express-app.ts'
import { failureOf } from './failure.ts'
import type { BoundRoute } from './handle.ts'
import type { IdempotencyStore } from '@wp/kernel'
import { createMatcher } from './matcher.ts'
import { cookieLine, etagOf, matchesEtag, writeBody } from './output.ts'
import type { Headers } from './output.ts'
import { pipelineOf } from './pipeline.ts'
import type { Answer } from './pipeline.ts'
import { requestMeter } from './request-meter.ts'
import type { RequestMeter } from './request-meter.ts'
import { impliedFails } from './route.ts'
import type { Route } from './route.ts'

type Routes = readonly (BoundRoute | readonly BoundRoute[])[]

export type AppOptions = AccessParts & {
  readonly service: string
  readonly routes: Routes
  readonly idempotency?: IdempotencyStore
  readonly logger: Logger
  readonly metrics: Metrics
  /** What a request may take, for deadlines of calls to other services. */
  readonly timeoutMs?: number
}

export type App = { readonly listener: RequestListener; readonly classes: ServerClasses }

type Mounted = {
  readonly route: Route
  readonly run: (exchange: Exchange, params: readonly string[]) => Promise<Answer>
  readonly meter: RequestMeter
  readonly headers: readonly (readonly [string, string])[]
  readonly declared: ReadonlySet<number>
}

/**
 * The HTTP side of a service, for `http.createServer(app.classes, app.listener)`. Throws when two routes claim one method
 * and path, or when a route takes idempotency keys and there is no store. A request never gets past a failing check, and
 * a failure of any kind is answered with the platform's envelope.
 */
export const createApp = (options: AppOptions): App => {
  const { logger, clock, timeoutMs = 15_000 } = options
  const meters = requestMeter(options.metrics)
  const matcher = createMatcher<Mounted>()
  for (const bound of options.routes.flat() as BoundRoute[]) {
    const { route } = bound
    const run = pipelineOf(bound, { ...options, idempotency: options.idempotency ?? null })
    const mounted = {
      route,
      run,
      meter: meters(route.id),
      headers: fixedHeaders(route),
      declared: declaredFails(route),
    }
    const holder = matcher.add(route.method, route.path, mounted)
    if (holder)
      throw new TypeError(`${route.id} and ${holder.route.id} both claim ${route.method} ${route.path}`)
  }
  const unmatched = meters('unmatched')

  const serve = async (
    exchange: Exchange,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const started = performance.now()
    const match = matcher.match(request.method!, exchange.path)
    const mounted = match.kind === 'found' ? match.value : null
    let status: number
    try {
      if (match.kind !== 'found') throw refusedPath(match)
      const answer = await match.value.run(exchange, match.params)
      status = answer.status
      const sent = send(exchange, response, match.value.route, answer, baseHeaders(exchange, mounted))
      if (typeof sent === 'number') status = sent
      else await sent
    } catch (error) {
      const failure = failureOf(error, { showCause: mounted?.route.showCause === true })
      status = failure.status
      report(logger, error, status, mounted)
      // Nothing of the answer that failed may stay, least of all a header that cannot be sent.
      const headers = Object.assign(baseHeaders(exchange, mounted), failure.headers)
      if (match.kind === 'method') headers.allow = match.allow
      if (response.headersSent) response.destroy()
      else await writeBody(response, status, failure.body, headers)
    }
    const seconds = (performance.now() - started) / 1000
    ;(mounted?.meter ?? unmatched)(status, seconds)
    access(logger, request, mounted?.route ?? null, status, seconds)
  }

  return expressApp((request, response) => {
    const exchange = new Exchange(request, response, clock.now().getTime(), timeoutMs)
    requestContext
      .run(exchange, () => serve(exchange, request, response))
      .catch((error: unknown) => {
        logger.error({ err: error }, 'a failure could not be answered')
        response.destroy()
      })
  })
}

const baseHeaders = (exchange: Exchange, mounted: Mounted | null): Headers => {
  const headers: Headers = { 'x-request-id': exchange.requestId, 'cache-control': 'no-store' }
  if (mounted) for (const [name, value] of mounted.headers) headers[name] = value
  return headers
}

const refusedPath = (match: { kind: 'method'; allow: string } | { kind: 'none' }): AppError =>
  match.kind === 'none'
    ? new AppError('NOT_FOUND', 'There is nothing at this address')
    : new AppError('METHOD_NOT_ALLOWED', `This address answers only ${match.allow}`)

const fixedHeaders = (route: Route): [string, string][] => [
  ...(route.deprecated ? deprecationHeaders(route.deprecated) : []),
  ...(Object.values(route.replies).some(Array.isArray) ? [['vary', 'Accept'] as [string, string]] : []),
]

const declaredFails = (route: Route): Set<number> => new Set([...route.fails, ...impliedFails])

/** Sends an answer; gives the status that went out, or, for a stream, a promise of its end. */
const send = (
  exchange: Exchange,
  response: ServerResponse,
  route: Route,
  answer: Answer,
  headers: Headers,
): number | Promise<void> => {
  if (route.cache && answer.status < 400) headers['cache-control'] = route.cache
  if (answer.headers) Object.assign(headers, answer.headers)
  if (answer.cookies) headers['set-cookie'] = answer.cookies.map(cookieLine)
  const etag = route.etag && answer.status === 200 ? etagOf(answer.body) : null
  if (etag !== null) {
    headers.etag = etag
    if (matchesEtag(exchange.headers['if-none-match'], etag)) {
      response.writeHead(304, headers).end()
      return 304
    }
  }
  return writeBody(response, answer.status, answer.body, headers) ?? answer.status
}

const report = (logger: Logger, error: unknown, status: number, mounted: Mounted | null): void => {
  const route = mounted?.route.id
  if (status >= 500) logger.error({ err: error, route }, 'request failed')
  else if (mounted && !mounted.declared.has(status))
    logger.warn({ err: error, route, status }, 'undeclared failure')
}

// A line for every success costs as much as serving it, and the gateway writes one already: here they are for debugging.
// No path and no query: both may hold what must not be logged; the route and the context's ids say enough.
const access = (
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
