import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { endWithReply, instanceHeader, toFailure } from '@wp/http'
import { keyOf } from '@wp/auth'
import { AppError } from '@wp/kernel'
import { spread } from '@wp/runtime'
import type { Logger, Metrics } from '@wp/telemetry'
import { createProxyMiddleware } from 'http-proxy-middleware'
import { unavailable, withoutRoutes } from '../forwarding/upstream-failure.ts'
import { isForwarded } from '../forwarding/headers.ts'
import type { Replica, Replicas } from '../forwarding/replicas.ts'
import type { AddressReader } from '../limits/client-address.ts'
import { rateLimited, type RateLimits, type RateLimitStatus } from '../limits/rate-limits.ts'
import { requestIdOf, type RequestOrigin } from '../request-state.ts'
import { requestHost } from '../routing/request-host.ts'
import { readPath } from '../routing/request-path.ts'
import type { RouteSource } from '../routing/route-source.ts'
import type { ApiKeys } from '../tokens/api-keys.ts'
import { apiKeyIn, replaceApiKey } from '../tokens/authenticate.ts'
import { connectToFirst, withConnection } from './replica-connection.ts'
import { moveTokenToHeader } from './socket-token.ts'

type Deps = {
  routes: RouteSource
  replicas: Replicas
  limits: RateLimits
  apiKeys: ApiKeys
  readAddress: AddressReader
  maxSocketsPerAddress: number
  timeoutMs: number
  logger: Logger
  metrics: Metrics
}

export type WebSocketProxy = {
  onUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /**
   * Rejects new connections, and sends a close frame with code 1001 (going away) to every open one, spread
   * over `ms`.
   */
  close(ms: number): Promise<void>
}

/** A close frame with code 1001. Frames from a server are not masked. */
const goingAway = Buffer.from([0x88, 0x02, 0x03, 0xe9])

/**
 * Proxies WebSocket connections to the service that accepts them. Rejected upgrade requests get the usual error
 * envelope: 404 for an unknown path, 429 above the limits, 503 when no replica is up.
 */
export const webSocketProxy = (deps: Deps): WebSocketProxy => {
  const { routes, replicas, limits, readAddress, logger } = deps
  const open = new Set<Duplex>()
  let isClosing = false
  const perClient = new Map<string, number>()
  const targets = new WeakMap<IncomingMessage, Replica>()
  const gauge = deps.metrics.gauge('gateway_open_sockets', 'Open WebSocket connections')

  const proxy = createProxyMiddleware<IncomingMessage>({
    target: 'http://127.0.0.1:9',
    upgradeTimeout: deps.timeoutMs,
    router: (request) => targets.get(request)!.origin,
    agent: withConnection.agent,
    on: {
      proxyReqWs: (outgoing, _request, socket) => {
        outgoing.once('upgrade', () => {
          open.add(socket)
          // A connection that was being opened when closing began; the proxy has to send its reply first.
          if (isClosing) setImmediate(() => socket.end(goingAway))
        })
      },
      error: (error, request, socket) => {
        logger.warn({ err: error }, 'a WebSocket connection failed; the client must reconnect')
        // After the upgrade, the socket expects WebSocket frames, not HTTP.
        if (open.has(socket as Duplex)) return void (socket as Duplex).destroy()
        replicas.setAside(targets.get(request)!)
        refuse(socket as Duplex, unavailable(error), {})
      },
    },
  })

  const track = (client: string, socket: Duplex): void => {
    perClient.set(client, (perClient.get(client) ?? 0) + 1)
    gauge.inc()
    socket.once('close', () => {
      open.delete(socket)
      gauge.dec()
      const left = (perClient.get(client) ?? 1) - 1
      if (left > 0) perClient.set(client, left)
      else perClient.delete(client)
    })
  }

  /** Replaces an API key with its access token. Throws when the key is rejected or above its limit. */
  const exchangeKey = async (
    { headers }: IncomingMessage,
    address: string,
    rate: RateLimitStatus,
  ): Promise<void> => {
    const key = apiKeyIn(headers)
    if (key === null) return
    const principal = await replaceApiKey(headers, key, address, deps.apiKeys)
    const { retryAfterSeconds } = limits.consumeKey(keyOf(principal)!.id, rate)
    if (retryAfterSeconds !== null) throw rateLimited(retryAfterSeconds)
  }

  return {
    onUpgrade: (request, socket, head) => {
      socket.on('error', () => socket.destroy())
      const { address, isSecure, limitKey: client } = readAddress(request)
      const requestId = requestIdOf(request)
      const rate = limits.consume(client, 'default')
      const replyHeaders = {
        'x-request-id': requestId,
        ratelimit: rate.state,
        'ratelimit-policy': rate.policy,
      }
      const { bare, isVersioned, search } = readPath(request.url!)
      const host = requestHost(request.headers.host)
      const isShop = host !== null && routes.domainAt(host) !== null
      const candidates = bare !== null && isVersioned && !isShop ? routes.table().upgradeReplicas(bare) : null
      if (candidates === null) {
        const isStarting = routes.table().services.size === 0
        const notFound = new AppError('NOT_FOUND', 'No such WebSocket route; connect to /v1/realtime')
        return refuse(socket, isStarting ? withoutRoutes() : notFound, replyHeaders)
      }
      if (isClosing) return refuse(socket, goingDown(), replyHeaders)
      if (rate.retryAfterSeconds !== null)
        return refuse(socket, rateLimited(rate.retryAfterSeconds), replyHeaders)
      if ((perClient.get(client) ?? 0) >= deps.maxSocketsPerAddress)
        return refuse(socket, tooManyConnections, replyHeaders)

      track(client, socket)
      rewriteHeaders(request, { requestId, address, isSecure })
      request.url = bare! + search
      const connect = async (): Promise<void> => {
        await exchangeKey(request, address, rate)
        const connected = await connectToFirst(replicas, candidates, (key) => routes.drop(key))
        if (connected === null) throw unavailable()
        const { replica, connection } = connected
        if (socket.destroyed) return void connection.destroy()
        if (isClosing) {
          connection.destroy()
          throw goingDown()
        }
        request.headers[instanceHeader] = replica.key
        targets.set(request, replica)
        withConnection.run(connection, () => proxy.upgrade!(request, socket as never, head))
      }
      connect().catch((error: unknown) => {
        if (!(error instanceof AppError))
          logger.error({ err: error }, 'failed to open a WebSocket connection; the client must reconnect')
        refuse(socket, error, replyHeaders)
      })
    },
    close: (ms) => {
      isClosing = true
      return spread(open, ms, (socket) => socket.end(goingAway))
    },
  }
}

const goingDown = () =>
  new AppError('UNAVAILABLE', 'This gateway is shutting down; connect again', { retryAfterSeconds: 1 })

const tooManyConnections = new AppError('RATE_LIMITED', 'Too many connections from this address', {
  retryAfterSeconds: 10,
})

const webSocketHeaders = new Set(['connection', 'upgrade', 'host'])

/**
 * Removes headers that callers must not set, moves the token out of the subprotocols and adds the gateway's headers.
 */
const rewriteHeaders = (request: IncomingMessage, origin: RequestOrigin): void => {
  const { headers } = request
  const host = headers.host ?? ''
  for (const name of Object.keys(headers))
    if (!isForwarded(name) && !webSocketHeaders.has(name)) delete headers[name]
  moveTokenToHeader(headers)
  headers['x-request-id'] = origin.requestId
  headers['x-forwarded-for'] = origin.address
  headers['x-forwarded-proto'] = origin.isSecure ? 'https' : 'http'
  headers['x-forwarded-host'] = host
}

const refuse = (socket: Duplex, error: unknown, headers: Record<string, string>): void => {
  const { status, body, headers: own } = toFailure(error)
  endWithReply(socket, status, { ...headers, ...own }, body)
}
