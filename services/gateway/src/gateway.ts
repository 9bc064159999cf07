import { createServer, type Server } from 'node:http'
import type { Verifier } from '@wp/auth'
import { expressApp, type OpenApiDocument, type OpenApiInfo } from '@wp/http'
import type { Clock } from '@wp/kernel'
import type { AllowedOrigins } from '@wp/runtime'
import type { Logger, Metrics } from '@wp/telemetry'
import { createRequestHandler } from './request-handler.ts'
import { forwarder } from './forwarding/forwarder.ts'
import { replicas } from './forwarding/replicas.ts'
import type { ReplicaLimits } from './forwarding/replica-load.ts'
import { addressReader } from './limits/client-address.ts'
import { connectionLimit } from './limits/connection-limit.ts'
import { loadShedding } from './limits/load-shedding.ts'
import { rateLimits } from './limits/rate-limits.ts'
import { shareOf, Shares } from './limits/shares.ts'
import { UnfinishedBodies } from './limits/unfinished-bodies.ts'
import { UploadAdmission } from './limits/upload-admission.ts'
import { platformDocument, platformErrors } from './pages/platform-document.ts'
import { clientErrorReplies } from './replies/client-error.ts'
import { crossOrigin } from './replies/cross-origin.ts'
import { gatewayPages } from './pages/gateway-pages.ts'
import { requestLog } from './replies/request-log.ts'
import { securityHeaders } from './replies/security-headers.ts'
import { createReplies } from './replies/replies.ts'
import type { RouteSource } from './routing/route-source.ts'
import { openApiKeys, type ExchangeApiKey } from './tokens/api-keys.ts'
import { webSocketProxy } from './web-sockets/web-socket-proxy.ts'

export type GatewaySettings = {
  rateLimitDefault: number
  rateLimitSignup: number
  rateLimitAuth: number
  rateLimitWebhook: number
  rateLimitOrder: number
  rateLimitOrderPerStore: number
  rateLimitBooking: number
  rateLimitAttempt: number
  rateLimitModel: number
  rateLimitLarge: number
  rateLimitRedelivery: number
  rateLimitApiKey: number
  maxInFlight: number
  maxSharePercent: number
  maxConnections: number
  maxUnfinishedBodies: number
  maxBufferedMb: number
  bodyIdleMs: number
  bodyBytesPerSecond: number
  maxUploads: number
  maxUploadsPerReplica: number
  uploadMb: number
  uploadMbPerWorkspace: number
  maxInFlightPerReplica: number
  maxWaitingPerService: number
  maxWaitingMs: number
  upstreamLateMs: number
  maxSocketsPerAddress: number
  upstreamTimeoutMs: number
  trustedProxies: string[]
}

export type GatewayDeps = {
  settings: GatewaySettings
  routes: RouteSource
  verifier: Verifier
  exchangeApiKey: ExchangeApiKey
  origins: AllowedOrigins
  /** The OpenAPI document for the gateway's own routes. */
  ownDocument: OpenApiDocument
  info: OpenApiInfo
  clock: Clock
  logger: Logger
  metrics: Metrics
}

export type Gateway = { server: Server; drain(ms: number): Promise<void>; close(): Promise<void> }

const maxHeaderBytes = 16 * 1024
const mebibyte = 1024 * 1024
/** Enough to keep a replica busy even though its requests wait for the database. */
const maxNewPerCaller = 4
/** Only a backstop: `UnfinishedBodies` ends slow bodies much earlier, and a large upload may take several minutes. */
const requestTimeoutMs = 20 * 60_000

/** Creates the gateway server but does not start listening. */
export const createGateway = (deps: GatewayDeps): Gateway => {
  const { settings, routes, info, clock, logger, metrics } = deps
  const share = (total: number) => shareOf(total, settings.maxSharePercent)
  const slots = (maxInFlight: number): ReplicaLimits => {
    const maxPerCaller = share(maxInFlight).perCaller
    const isLimited = maxPerCaller < maxInFlight && settings.maxWaitingPerService > 0
    return {
      maxInFlight,
      maxPerCaller,
      maxNewPerCaller: isLimited ? maxNewPerCaller : maxPerCaller,
      lateMs: settings.upstreamLateMs,
    }
  }
  const upstreams = replicas(clock, settings.upstreamTimeoutMs, {
    requests: slots(settings.maxInFlightPerReplica),
    uploads: slots(settings.maxUploadsPerReplica),
  })
  routes.onChange(() => upstreams.keepOnly(routes.table().replicaKeys))
  const limits = rateLimits(
    {
      default: settings.rateLimitDefault,
      signup: settings.rateLimitSignup,
      auth: settings.rateLimitAuth,
      webhook: settings.rateLimitWebhook,
      order: settings.rateLimitOrder,
      orderPerStore: settings.rateLimitOrderPerStore,
      booking: settings.rateLimitBooking,
      attempt: settings.rateLimitAttempt,
      model: settings.rateLimitModel,
      large: settings.rateLimitLarge,
      redelivery: settings.rateLimitRedelivery,
      apiKey: settings.rateLimitApiKey,
    },
    clock,
  )
  const shedding = loadShedding(share(settings.maxInFlight))
  const unfinished = new UnfinishedBodies(share(settings.maxUnfinishedBodies), {
    idleMs: settings.bodyIdleMs,
    bytesPerSecond: settings.bodyBytesPerSecond,
  })
  const apiKeys = openApiKeys({ exchange: deps.exchangeApiKey, verifier: deps.verifier, clock, logger })
  const readAddress = addressReader(settings.trustedProxies)
  const replies = createReplies(securityHeaders(), logger)
  const { listener, classes } = expressApp(
    createRequestHandler({
      routes,
      verifier: deps.verifier,
      apiKeys,
      forward: forwarder({
        replicas: upstreams,
        replies,
        clock,
        drop: (key) => routes.drop(key),
        knownServices: () => routes.table().services.keys(),
        queue: { length: settings.maxWaitingPerService, timeoutMs: settings.maxWaitingMs },
        metrics,
      }),
      limits,
      shedding,
      bodies: {
        unfinished,
        buffered: new Shares(share(settings.maxBufferedMb * mebibyte)),
        uploads: new UploadAdmission(share(settings.maxUploads), {
          total: settings.uploadMb * mebibyte,
          perCaller: settings.uploadMbPerWorkspace * mebibyte,
        }),
      },
      readAddress,
      crossOrigin: crossOrigin(deps.origins),
      pages: gatewayPages({
        routes,
        info,
        document: platformDocument(routes, deps.ownDocument, info),
        errors: platformErrors(routes),
      }),
      replies,
      log: requestLog(logger),
      metrics,
    }),
  )
  const sockets = webSocketProxy({
    routes,
    replicas: upstreams,
    limits,
    apiKeys,
    readAddress,
    maxSocketsPerAddress: settings.maxSocketsPerAddress,
    timeoutMs: settings.upstreamTimeoutMs,
    logger,
    metrics,
  })
  const server = createServer(
    {
      ...classes,
      maxHeaderSize: maxHeaderBytes,
      headersTimeout: 10_000,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: 30_000,
      connectionsCheckingInterval: 1000,
      // Other upgrades, such as h2c, are not supported; their requests are handled as ordinary ones.
      shouldUpgradeCallback: (request) => request.headers.upgrade?.toLowerCase() === 'websocket',
    },
    listener,
  )
  // Only the total size of headers is limited, because Node would silently drop headers above a maximum count.
  server.maxHeadersCount = 0
  server.on('upgrade', (request, socket, head) => sockets.onUpgrade(request, socket, head))
  server.on('connection', connectionLimit(share(settings.maxConnections), settings.trustedProxies))
  server.on('clientError', clientErrorReplies(limits, readAddress))
  return {
    server,
    drain: (ms) => sockets.close(ms),
    close: async () => {
      shedding.close()
      unfinished.close()
      await upstreams.close()
    },
  }
}
