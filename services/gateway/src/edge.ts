import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Verifier } from '@wp/auth'
import { hasBody, requestMeter } from '@wp/http'
import { AppError, newId } from '@wp/kernel'
import { isRequestId, type Metrics } from '@wp/telemetry'
import { requestHost } from './domains/request-host.ts'
import { readBody, type ForwardBody } from './forwarding/body.ts'
import type { Forwarder } from './forwarding/forward.ts'
import { requestHeaders } from './forwarding/headers.ts'
import { checkBody } from './limits/body-rules.ts'
import type { AddressReader } from './limits/client-address.ts'
import type { LoadShedding } from './limits/load-shedding.ts'
import type { RateLimits } from './limits/rate-limits.ts'
import type { CrossOrigin } from './replies/cross-origin.ts'
import type { OwnPage } from './replies/own-pages.ts'
import type { RequestLog } from './replies/request-log.ts'
import type { Replies, Visit } from './replies/visit.ts'
import { readPath, type RequestPath } from './routing/request-path.ts'
import type { RouteSource } from './routing/route-source.ts'
import type { RouteTarget } from './routing/route-table.ts'
import { admit } from './tokens/admission.ts'

export type EdgeParts = {
  routes: RouteSource
  verifier: Verifier
  forward: Forwarder
  limits: RateLimits
  shedding: LoadShedding
  readAddress: AddressReader
  crossOrigin: CrossOrigin
  pages: ReadonlyMap<string, OwnPage>
  replies: Replies
  log: RequestLog
  metrics: Metrics
}

type RequestMeter = ReturnType<ReturnType<typeof requestMeter>>
type Found = ReturnType<ReturnType<RouteSource['table']>['match']>

/** For metrics and logs only: the caller did not wait for an answer. */
const callerGone = 499

/** The request's own id if it is a decent one, else a new one. */
export const requestIdOf = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id']
  return isRequestId(given) ? given : newId()
}

/** What happens to every HTTP request: limits, route, token, body, and on to a service. */
export const edge = (parts: EdgeParts) => {
  const { routes, replies, limits, shedding } = parts
  const metersByRoute = new Map<string, RequestMeter>()
  const makeMeter = requestMeter(parts.metrics)
  const meterOf = (route: string): RequestMeter => {
    let meter = metersByRoute.get(route)
    if (!meter) metersByRoute.set(route, (meter = makeMeter(route)))
    return meter
  }

  const find = (request: IncomingMessage, path: RequestPath): Found => {
    if (path.bare === null) return { kind: 'none' }
    const table = routes.table()
    if (!path.isVersioned) {
      const host = requestHost(request.headers.host)
      if (host !== null && routes.isCustomDomain(host)) return table.matchDomain(request.method!, path.bare)
    }
    return table.match(request.method!, path.bare, path.isVersioned)
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now()
    const { address, isSecure, limitKey } = parts.readAddress(request)
    const from = { requestId: requestIdOf(request), address, isSecure }
    const path = readPath(request.url!)
    const found = find(request, path)
    const target = found.kind === 'found' ? found.value : null
    const page =
      target === null && !path.isVersioned && path.bare !== null ? parts.pages.get(path.bare) : undefined
    const isHealth = page !== undefined && path.bare === '/health'
    const rate = isHealth ? limits.look(limitKey) : limits.take(limitKey, target?.rate ?? 'default')
    const visit: Visit = { request, response, from, rate, attempt: null }

    shedding.enter()
    response.on('close', () => {
      shedding.leave()
      visit.attempt?.cancel()
      const route = target?.id ?? (page ? path.bare! : 'none')
      const status = response.headersSent ? response.statusCode : callerGone
      const ms = performance.now() - started
      meterOf(route)(status, ms / 1000)
      if (parts.log.isWanted(status))
        parts.log.write({ requestId: from.requestId, route, method: request.method!, status, ms })
    })
    try {
      if (parts.crossOrigin(request, response, () => replies.own(visit, null)) === 'answered') return
      if (!isHealth && rate.retryAfterSeconds !== null) throw rateLimited(rate.retryAfterSeconds)
      if (!isHealth && shedding.isOverloaded()) throw overloaded()
      if (page) return showPage(replies, visit, page)
      if (target === null) return refuseUnknown(replies, visit, found)
      const waiting = admit(request, target, parts.verifier)
      if (waiting === undefined) passOn(parts, visit, target, path)
      else
        waiting
          .then(() => passOn(parts, visit, target, path))
          .catch((error: unknown) => replies.fail(visit, error))
    } catch (error) {
      replies.fail(visit, error)
    }
  }
}

const rateLimited = (retryAfterSeconds: number): AppError =>
  new AppError('RATE_LIMITED', `Too many requests; please wait ${retryAfterSeconds} seconds`, {
    retryAfterSeconds,
  })

const overloaded = (): AppError =>
  new AppError('UNAVAILABLE', 'The platform is busy; please try again', { retryAfterSeconds: 1 })

const showPage = (replies: Replies, visit: Visit, page: OwnPage): void => {
  const { method, headers } = visit.request
  if (method !== 'GET' && method !== 'HEAD') return replies.fail(visit, notAllowed(), ['allow', 'GET, HEAD'])
  const { contentType, body, etag } = page(headers.accept ?? '')
  const list = [
    'content-type',
    contentType,
    'cache-control',
    'no-cache',
    ...(etag === undefined ? [] : ['etag', etag]),
  ]
  if (etag !== undefined && headers['if-none-match']?.includes(etag)) replies.send(visit, 304, '', list)
  else replies.send(visit, 200, body, list)
}

const refuseUnknown = (replies: Replies, visit: Visit, found: Found): void => {
  if (found.kind === 'method') replies.fail(visit, notAllowed(), ['allow', found.allow])
  else replies.fail(visit, new AppError('NOT_FOUND', 'There is nothing at this address'))
}

const notAllowed = (): AppError =>
  new AppError('METHOD_NOT_ALLOWED', 'This address does not take this method')

const passOn = (parts: EdgeParts, visit: Visit, target: RouteTarget, path: RequestPath): void => {
  const { request } = visit
  if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request)) {
    return send(parts, visit, target, path, null)
  }
  checkBody(request, target)
  readBody(request, target.bodyLimit)
    .then((body) => send(parts, visit, target, path, body))
    .catch((error: unknown) => parts.replies.fail(visit, error))
}

const send = (
  parts: EdgeParts,
  visit: Visit,
  target: RouteTarget,
  { bare, search }: RequestPath,
  body: ForwardBody | null,
): void =>
  parts.forward({
    visit,
    path: bare! + search,
    headers: requestHeaders(visit.request.headers, visit.from),
    body,
    candidates: target.replicas,
  })
