import type { IncomingMessage, ServerResponse } from 'node:http'
import { keyOf } from '@wp/auth'
import type { Principal, Verifier } from '@wp/auth'
import {
  callerGone,
  customDomainHeader,
  domainWorkspaceHeader,
  hasBody,
  matchesEtag,
  methodNotAllowed,
  noSuchPath,
  type RequestMeter,
  requestMeter,
  toSpanOutcome,
} from '@wp/http'
import { tracer, type Metrics } from '@wp/telemetry'
import type { Forwarder } from './forwarding/forwarder.ts'
import { requestHeaders } from './forwarding/headers.ts'
import { withoutRoutes } from './forwarding/upstream-failure.ts'
import type { RequestBody } from './forwarding/request-body.ts'
import { anonymousCaller, memberCaller, type Caller } from './limits/caller.ts'
import type { AddressReader } from './limits/client-address.ts'
import type { LoadShedding } from './limits/load-shedding.ts'
import { rateLimited, type RateLimits } from './limits/rate-limits.ts'
import { receiveBody, discardBody, type BodyLimits } from './forwarding/receive-body.ts'
import { shareError } from './limits/shares.ts'
import type { GatewayPage } from './replies/gateway-page.ts'
import type { CrossOrigin } from './replies/cross-origin.ts'
import type { Replies } from './replies/replies.ts'
import type { RequestLog } from './replies/request-log.ts'
import { requestIdOf, type Domain, type RequestState } from './request-state.ts'
import { requestHost } from './routing/request-host.ts'
import { readPath, type RequestPath } from './routing/request-path.ts'
import type { RouteSource } from './routing/route-source.ts'
import { domainPath, type RouteTarget } from './routing/route-table.ts'
import type { ApiKeys } from './tokens/api-keys.ts'
import { authenticate } from './tokens/authenticate.ts'

export type RequestHandlerDeps = {
  routes: RouteSource
  verifier: Verifier
  apiKeys: ApiKeys
  forward: Forwarder
  limits: RateLimits
  shedding: LoadShedding
  bodies: BodyLimits
  readAddress: AddressReader
  crossOrigin: CrossOrigin
  pages: ReadonlyMap<string, GatewayPage>
  replies: Replies
  log: RequestLog
  metrics: Metrics
}

/**
 * Rejections during a flood are delayed: a sender that waits for its replies would otherwise keep the gateway
 * busy.
 */
const floodDelayMs = 500

type RouteMatch = ReturnType<ReturnType<RouteSource['table']>['match']>

/**
 * Handles every HTTP request: checks limits, finds the route, checks the token and body, then forwards it to a
 * service.
 */
export const createRequestHandler = (deps: RequestHandlerDeps) => {
  const { routes, replies, limits, shedding } = deps
  const metersByRoute = new Map<string, RequestMeter>()
  const createMeter = requestMeter(deps.metrics)
  const meterOf = (route: string): RequestMeter => {
    let meter = metersByRoute.get(route)
    if (!meter) metersByRoute.set(route, (meter = createMeter(route)))
    return meter
  }
  const measureRoutes = (): void => routes.table().routeIds.forEach(meterOf)
  measureRoutes()
  routes.onChange(measureRoutes)

  const findRoute = ({ method }: IncomingMessage, path: RequestPath, domain: Domain | null): RouteMatch => {
    if (path.bare === null) return { kind: 'none' }
    const table = routes.table()
    return domain === null
      ? table.match(method!, path.bare, path.isVersioned)
      : table.matchDomain(method!, path.bare, path.isVersioned, domain)
  }

  const domainOf = ({ headers }: IncomingMessage): Domain | null => {
    const host = requestHost(headers.host)
    const domain = host === null ? null : routes.domainAt(host)
    return domain === null ? null : { host: host!, ...domain }
  }

  return (request: IncomingMessage, response: ServerResponse): void => {
    const started = performance.now()
    const { address, isSecure, limitKey } = deps.readAddress(request)
    const path = readPath(request.url!)
    const domain = domainOf(request)
    const found = findRoute(request, path, domain)
    const target = found.kind === 'found' ? found.value : null
    // Custom domains do not serve the gateway's own pages.
    const mayBePage = target === null && domain === null && !path.isVersioned && path.bare !== null
    const page = mayBePage ? deps.pages.get(path.bare!) : undefined
    const route = target?.id ?? (page ? path.bare! : 'none')
    const span = tracer()?.startSpan(`${request.method} ${route}`, {
      role: 'server',
      parent: request.headers.traceparent,
      attributes: { 'wp.route': route, 'http.request.method': request.method! },
    })
    const origin = { requestId: requestIdOf(request), address, isSecure, traceparent: span?.traceparent }
    const isHealth = page !== undefined && path.bare === '/health'
    const rate = isHealth
      ? limits.peek(limitKey)
      : limits.consume(limitKey, target?.rate ?? 'default', storeOf(found))
    const state: RequestState = {
      request,
      response,
      origin,
      rate,
      domain,
      renewToken: null,
      attempt: null,
      releases: [],
    }

    response.on('close', () => {
      state.attempt?.cancel()
      for (const release of state.releases) release()
      if (!request.complete) discardBody(request, deps.bodies)
      const status = response.headersSent ? response.statusCode : callerGone
      const ms = performance.now() - started
      meterOf(route)(status, ms / 1000)
      span?.end(toSpanOutcome(status))
      if (deps.log.isWanted(status))
        deps.log.write({
          requestId: origin.requestId,
          route,
          method: request.method!,
          status,
          ms: Math.round(ms * 10) / 10,
        })
    })
    try {
      if (deps.crossOrigin(request, response, () => replies.ownHeaders(state, null)) === 'answered') return
      if (!isHealth && rate.retryAfterSeconds !== null) {
        const refusal = rateLimited(rate.retryAfterSeconds)
        if (rate.isFlood) return void setTimeout(() => replies.fail(state, refusal), floodDelayMs).unref()
        throw refusal
      }
      if (target === null) {
        if (!isHealth) requireCapacity(shedding, anonymousCaller(limitKey))
        if (page) return sendPage(replies, state, page)
        if (routes.table().services.size === 0) throw withoutRoutes()
        return refuseUnmatched(replies, state, found)
      }
      const principal = authenticate(state, target, deps)
      const forwardMember = (verified: Principal): void => {
        countKey(limits, state, verified)
        forwardRequest(deps, state, memberCaller(verified, limitKey), target, path)
      }
      if (principal === null) forwardRequest(deps, state, anonymousCaller(limitKey), target, path)
      else if (!(principal instanceof Promise)) forwardMember(principal)
      else principal.then(forwardMember).catch((error: unknown) => replies.fail(state, error))
    } catch (error) {
      replies.fail(state, error)
    }
  }
}

/** Counts a request with an API key toward the limit of the key. Throws RATE_LIMITED above it. */
const countKey = (limits: RateLimits, state: RequestState, principal: Principal): void => {
  const key = keyOf(principal)
  if (!key) return
  state.rate = limits.consumeKey(key.id, state.rate)
  if (state.rate.retryAfterSeconds !== null) throw rateLimited(state.rate.retryAfterSeconds)
}

/** Returns the slug of the store that an order is sent to. */
const storeOf = (found: RouteMatch): string | undefined => {
  if (found.kind !== 'found' || found.value.rate !== 'order') return undefined
  const at = found.value.domains?.slugAt ?? null
  return at === null ? undefined : found.params[at]
}

/** Throws RATE_LIMITED for a caller with too many requests in flight, and UNAVAILABLE under overload. */
const requireCapacity = (shedding: LoadShedding, caller: Caller): void => {
  const refusal = shedding.refusal(caller)
  if (refusal !== null) throw shareError(refusal)
}

const sendPage = (replies: Replies, state: RequestState, page: GatewayPage): void => {
  const { method, headers } = state.request
  if (method !== 'GET' && method !== 'HEAD') return refuseMethod(replies, state, 'GET, HEAD')
  const { contentType, body, etag, headers: own = [] } = page(headers)
  const list = [
    'content-type',
    contentType,
    'cache-control',
    'no-cache',
    ...(etag === undefined ? [] : ['etag', etag]),
    ...own,
  ]
  if (etag !== undefined && matchesEtag(headers['if-none-match'], etag)) replies.send(state, 304, '', list)
  else replies.send(state, 200, body, list)
}

const refuseUnmatched = (replies: Replies, state: RequestState, found: RouteMatch): void => {
  if (found.kind === 'method') refuseMethod(replies, state, found.allow)
  else replies.fail(state, noSuchPath())
}

const refuseMethod = (replies: Replies, state: RequestState, allow: string): void =>
  replies.fail(state, methodNotAllowed(allow), ['allow', allow])

/**
 * Forwards a request once its body, or the beginning of a large upload, has arrived. Until then it takes no slot and
 * does not count as in flight.
 */
const forwardRequest = (
  deps: RequestHandlerDeps,
  state: RequestState,
  caller: Caller,
  target: RouteTarget,
  path: RequestPath,
): void => {
  const { request } = state
  requireCapacity(deps.shedding, caller)
  if (request.method === 'GET' || request.method === 'HEAD' || !hasBody(request)) {
    return send(deps, state, caller, target, path, null)
  }
  receiveBody(state, target, caller, deps.bodies)
    .then((body) => {
      requireCapacity(deps.shedding, caller)
      send(deps, state, caller, target, path, body)
    })
    .catch((error: unknown) => deps.replies.fail(state, error))
}

const send = (
  deps: RequestHandlerDeps,
  state: RequestState,
  caller: Caller,
  target: RouteTarget,
  { bare, search, isVersioned }: RequestPath,
  body: RequestBody | null,
): void => {
  // The caller may have disconnected while its token was verified or its body was read. Nothing would release the
  // slot then.
  if (state.response.destroyed) return
  deps.shedding.enter(caller)
  state.releases.push(() => deps.shedding.leave(caller))
  const toHeaders = (): string[] => {
    const headers = requestHeaders(state.request.headers, state.origin)
    if (state.domain) headers.push(customDomainHeader, state.domain.host)
    if (state.domain?.workspaceId) headers.push(domainWorkspaceHeader, state.domain.workspaceId)
    return headers
  }
  const { renewToken } = state
  deps.forward({
    state,
    caller,
    lane: target.body === 'upload' ? 'uploads' : 'requests',
    path: (state.domain && !isVersioned ? domainPath(state.domain, bare!) : bare!) + search,
    headers: toHeaders(),
    renewHeaders: renewToken && (() => renewToken().then(toHeaders)),
    body,
    candidates: target.replicas,
  })
}
